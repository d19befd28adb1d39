import type { ReadonlyStore, ShellApi } from '@carry/contracts/shell';

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

const createReadonlyView = <State>({
  getState,
  getInitialState,
  subscribe,
}: ReadonlyStore<State>): ReadonlyStore<State> => ({
  getState: () => deepFreeze(getState()),
  getInitialState: () => deepFreeze(getInitialState()),
  subscribe: (listener) =>
    subscribe((state, previous) => listener(deepFreeze(state), deepFreeze(previous))),
});

/** Returns the contract deep-frozen, without the internals of `auth` and `drafts`, so that remotes cannot interfere with each other. */
export function handOut(shell: ShellApi): ShellApi {
  const { auth, drafts } = shell;
  const { load, save, clear, keys, offers } = drafts;
  return deepFreeze({
    ...shell,
    auth: { store: createReadonlyView(auth.store), signIn: auth.signIn, signOut: auth.signOut },
    drafts: { load, save, clear, keys, offers },
  });
}
