import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
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

/** Focuses a field again that was replaced or put back, unless the visitor went on to another. */
function restoreFocus(field: Element | null | undefined): void {
  const { activeElement, body } = document;
  if (field?.isConnected && (!activeElement || activeElement === body))
    (field as HTMLElement).focus({ preventScroll: true });
}

export function ServerHtml() {
  const { serverHtml } = useHost();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!serverHtml || location.pathname !== serverHtml.pathname) return;
    box.current?.replaceChildren(...serverHtml.nodes);
    restoreFocus(serverHtml.focused);
    return () => {
      serverHtml.focused = document.activeElement;
    };
  }, [serverHtml]);
  const { name, version } = serverHtml?.release ?? {};
  return <div ref={box} data-remote={name} data-release={version} data-server-html />;
}
