import {
  type AuthState,
  type DraftsApi,
  isOtherPerson,
  type ShellApi,
} from '@carry/contracts/shell';

export interface InSession {
  /** `aborted` after a sign-out or another person's sign-in, in any tab, but not after an expiry. Check it before a late answer pays or saves. */
  readonly session: Pick<AbortSignal, 'aborted'>;
}

const hasEnded = ({ status, user }: AuthState, before: AuthState) =>
  (before.status === 'signed-in' && status === 'signed-out') || isOtherPerson(before.user, user);

/** Gives a shell the current session. Answers that arrive after its end save no drafts, because a sign-out has deleted them. */
export function followSession<Shell extends Pick<ShellApi, 'auth' | 'drafts' | 'rendering'>>(
  shell: Shell,
) {
  const { getState, subscribe } = shell.auth.store;
  let ends = 0; // in a shell from before `personChanges`, where an expiry counts, too
  if (shell.rendering === 'browser' && getState().personChanges === undefined)
    subscribe((state, before) => {
      if (hasEnded(state, before)) ends += 1;
    });
  const count = () => getState().personChanges ?? ends;
  const start = () => {
    const started = count();
    const session = {
      get aborted() {
        return count() !== started;
      },
    };
    const save: DraftsApi['save'] = (...draft) => {
      if (!session.aborted) shell.drafts.save(...draft);
    };
    return { ...shell, session, drafts: { ...shell.drafts, save } };
  };
  let current = start();
  const get = (): Shell & InSession => {
    if (current.session.aborted) current = start();
    return current;
  };
  return { subscribe, get };
}
