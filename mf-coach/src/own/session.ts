import { type ShellApi, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useSyncExternalStore } from 'react';
import { redirect } from 'react-router-dom';

/** Returns a function that reads a private page's data, or redirects to the login and saves a draft (`key`) that leads back. */
export function createSessionGuard(
  { auth, drafts }: Pick<ShellApi, 'auth' | 'drafts'>,
  key: 'return' | 'return/page' = 'return/page',
) {
  let shown: string | undefined;
  return <T>(offer: { path: string; title: string }, read: () => Promise<T>): Promise<T> => {
    if (auth.store.getState().status === 'signed-out') {
      if (shown !== offer.path) drafts.save(key, true, offer);
      throw redirect(paths.login);
    }
    drafts.clear(key);
    const data = read();
    data.then(
      () => {
        shown = offer.path;
      },
      () => {},
    );
    return data;
  };
}

export function useUser() {
  const { subscribe, getState, getInitialState } = useShell().auth.store;
  return useSyncExternalStore(subscribe, getState, getInitialState).user;
}
