import { type ShellApi, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useSyncExternalStore } from 'react';
import { redirect } from 'react-router-dom';

const RETURN = 'return';

/**
 * Returns a function that reads the data of a private page, or redirects a visitor to the login. The login leads to the home page, which
 * offers the page again; a sign-out on the page leaves no trace.
 */
export function createSessionGuard({ auth, drafts }: Pick<ShellApi, 'auth' | 'drafts'>) {
  let shown: string | undefined;
  return <T>(offer: { path: string; title: string }, read: () => Promise<T>): Promise<T> => {
    if (auth.store.getState().status === 'signed-out') {
      if (shown !== offer.path) drafts.save(RETURN, true, offer);
      throw redirect(paths.login);
    }
    drafts.clear(RETURN);
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

/** Returns the profile of the user; null until it is loaded. */
export function useUser() {
  const { subscribe, getState, getInitialState } = useShell().auth.store;
  return useSyncExternalStore(subscribe, getState, getInitialState).user;
}
