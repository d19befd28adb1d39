import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useHost } from '../host/host';

function Hydrated() {
  const { onHydrated } = useHost();
  useEffect(() => void onHydrated?.(), [onHydrated]);
  return null;
}

/** Marks the remote and release of its content. React hydrates it after the frame, or at once on interaction. */
export const RemoteBox = ({ name, version }: { name: string; version: string }) => (
  <div data-remote={name} data-release={version}>
    <Suspense>
      <Outlet />
      <Hydrated />
    </Suspense>
  </div>
);
