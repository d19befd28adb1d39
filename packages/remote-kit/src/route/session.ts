import {
  type AuthState,
  type DraftsApi,
  isOtherPerson,
  type ShellApi,
} from '@carry/contracts/shell';

export interface InSession {
  /** Aborts when the session ends: by a sign-out, an expiry or another person's sign-in, in any tab. Check it before a late answer pays or saves. */
  readonly session: AbortSignal;
}

const hasEnded = ({ status, user }: AuthState, before: AuthState) =>
  (before.status === 'signed-in' && status === 'signed-out') || isOtherPerson(before.user, user);

/** Gives a shell the current session. Answers that arrive after its end save no drafts, because a sign-out has deleted them. */
export function followSession<Shell extends Pick<ShellApi, 'auth' | 'drafts' | 'rendering'>>(
  shell: Shell,
) {
  const { subscribe } = shell.auth.store;
  const start = () => {
    const controller = new AbortController();
    const { signal: session } = controller;
    const save: DraftsApi['save'] = (...draft) => {
      if (!session.aborted) shell.drafts.save(...draft);
    };
    return { controller, shell: { ...shell, session, drafts: { ...shell.drafts, save } } };
  };
  let current = start();
  if (shell.rendering === 'browser')
    subscribe((state, before) => {
      if (!hasEnded(state, before)) return;
      current.controller.abort();
      current = start();
    });
  return { subscribe, get: (): Shell & InSession => current.shell };
}
