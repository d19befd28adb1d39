import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { Hydrated } from './hydrated';

/** Marks which remote, at which release, owns this part of the page. It is hydrated after the frame, a little at a time, or at once where somebody touches it. */
export const RemoteBox = ({ name, version }: { name: string; version: string }) => (
  <div data-remote={name} data-release={version}>
    <Suspense>
      <Outlet />
      <Hydrated />
    </Suspense>
  </div>
);
