import type { ReadonlyStore, ShellApi } from '@carry/contracts/shell';

/** Freezes a value with all that it holds, and answers it. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

/** A store without its setters, whose states nobody can change. */
const viewOf = <State>({
  getState,
  getInitialState,
  subscribe,
}: ReadonlyStore<State>): ReadonlyStore<State> => ({
  getState: () => deepFreeze(getState()),
  getInitialState: () => deepFreeze(getInitialState()),
  subscribe: (listener) =>
    subscribe((state, previous) => listener(deepFreeze(state), deepFreeze(previous))),
});

/** What a remote gets: the members of the contract and no others, frozen to the last one, so that no remote changes what the others have. */
export function handOut(shell: ShellApi): ShellApi {
  const { auth, drafts } = shell;
  const { load, save, clear, keys, offers } = drafts;
  return deepFreeze({
    ...shell,
    auth: { store: viewOf(auth.store), signIn: auth.signIn, signOut: auth.signOut },
    drafts: { load, save, clear, keys, offers },
  });
}
