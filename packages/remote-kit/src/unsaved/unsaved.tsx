import type { ShellApi } from '@carry/contracts/shell';
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { isSamePage } from '../list/open-months';

type Register = (form: string, dirty: boolean) => void;

const UnsavedContext = createContext<Register | null>(null);

/**
 * Asks before a page is left while any of its forms has unsaved changes: in a dialog for client-side navigations, by the browser for
 * unloads. The router accepts one blocker, so all forms share this one.
 */
export function UnsavedGuard({ shell, children }: { shell: ShellApi; children: ReactNode }) {
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  const [register] = useState<Register>(() => (form: string, isDirty: boolean) => {
    setDirty((current) => {
      if (current.has(form) === isDirty) return current;
      return isDirty
        ? new Set([...current, form])
        : new Set([...current].filter((id) => id !== form));
    });
  });
  return (
    <UnsavedContext value={register}>
      {children}
      {dirty.size > 0 && <AskBeforeLeaving notify={shell.notify} />}
    </UnsavedContext>
  );
}

function AskBeforeLeaving({ notify }: Pick<ShellApi, 'notify'>) {
  const blocker = useBlocker(
    // another query may show another part of a list, without the forms in its rows
    ({ currentLocation, nextLocation }) => !isSamePage(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void notify
      .confirm('Leave without saving?', 'Your changes on this page will be lost.')
      .then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker, notify]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return null;
}

/** Asks before the page is left while `dirty`. Any number of forms may call it. */
export function useUnsavedChanges(dirty: boolean): void {
  const register = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    register?.(form, dirty);
    return () => register?.(form, false);
  }, [register, form, dirty]);
}
