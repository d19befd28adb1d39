import type { DraftsApi, ShellApi } from '@carry/contracts/shell';

export interface InSession {
  /** `aborted` after a sign-out or another person's sign-in, in any tab, but not after an expiry. Check it before a late answer pays or saves. */
  readonly session: Pick<AbortSignal, 'aborted'>;
}

/** Gives a shell the current session. Answers that arrive after its end save no drafts, because a sign-out has deleted them. */
export function followSession<Shell extends Pick<ShellApi, 'auth' | 'drafts'>>(shell: Shell) {
  const { getState, subscribe } = shell.auth.store;
  const start = (personChanges: number | undefined) => {
    const session = {
      get aborted() {
        return getState().personChanges !== personChanges;
      },
    };
    const save: DraftsApi['save'] = (...draft) => {
      if (!session.aborted) shell.drafts.save(...draft);
    };
    return { ...shell, session, drafts: { ...shell.drafts, save } };
  };
  let current = start(getState().personChanges);
  const get = (): Shell & InSession => {
    if (current.session.aborted) current = start(getState().personChanges);
    return current;
  };
  return { subscribe, get };
}
