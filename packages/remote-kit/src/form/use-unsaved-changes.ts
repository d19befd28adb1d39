import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useShell } from '../route/remote';

/** Asks before the page is left with unsaved changes: in a dialog for client-side navigations, by the browser for unloads. */
export function useUnsavedChanges(dirty: boolean): void {
  const { notify } = useShell();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void notify
      .confirm('Leave without saving?', 'Your changes on this page will be lost.')
      .then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker, notify]);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
