import type { AuthState, ShellApi } from '@carry/contracts/shell';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { handOut } from './hand-out';

const user = { username: 'kim', email: 'kim@example.com' } as unknown as NonNullable<
  AuthState['user']
>;

function open() {
  const store = createStore<AuthState>(() => ({ status: 'signed-in', user }));
  const { shell } = createFakeShell();
  const full = {
    ...shell,
    auth: { ...shell.auth, store },
    drafts: { ...shell.drafts, clearAll: () => {} },
  };
  return { store, shell: handOut(full) };
}

// biome-ignore lint/suspicious/noExplicitAny: simulates an untyped remote
const attempts: [string, (shell: any) => void][] = [
  ['sets the session', (shell) => shell.auth.store.setState({ status: 'signed-out', user: null })],
  [
    'changes who is signed in',
    (shell) => {
      shell.auth.store.getState().user.email = 'x';
    },
  ],
  [
    'adds an origin to pay at',
    (shell) => {
      shell.site.redirects.payment = ['https://evil.example'];
    },
  ],
  [
    'renames the site',
    (shell) => {
      shell.site.name = 'x';
    },
  ],
  [
    'takes over the client',
    (shell) => {
      shell.api.get = () => {};
    },
  ],
  [
    'takes over the alerts',
    (shell) => {
      shell.notify.alert = () => {};
    },
  ],
  [
    'calls itself another remote',
    (shell) => {
      shell.remote.name = 'mf-other';
    },
  ],
  ['clears the drafts of all', (shell) => shell.drafts.clearAll()],
  [
    'gives the shell a member',
    (shell) => {
      shell.more = 1;
    },
  ],
];

test.each(attempts)(
  'throws a TypeError when a remote %s',
  { tags: ['@fault-B11', '@fault-contract'] },
  (_, attempt) => {
    expect(() => attempt(open().shell)).toThrow(TypeError);
  },
);

test('publishes session changes to remotes', () => {
  const { store, shell } = open();
  const listener = vi.fn();
  const stop = (shell as ShellApi).auth.store.subscribe(listener);
  store.setState({ status: 'signed-out', user: null });
  expect(listener).toHaveBeenCalledExactlyOnceWith(
    { status: 'signed-out', user: null },
    { status: 'signed-in', user },
  );
  expect(shell.auth.store.getState().status).toBe('signed-out');
  expect(shell.auth.store.getInitialState().status).toBe('signed-in');
  stop();
  store.setState({ status: 'unknown', user: null });
  expect(listener).toHaveBeenCalledTimes(1);
});
