import type { AuthState, ShellApi } from '@carry/contracts/shell';
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { createFakeShell } from '../testing/fake-shell';
import { defineRemote, type PageShell, useShell } from './remote';

const kim = { id: 1, email: 'kim@example.com' } as NonNullable<AuthState['user']>;

afterEach(cleanup);

function createAuthStore(state: AuthState) {
  let current = state;
  const listeners = new Set<Parameters<ShellApi['auth']['store']['subscribe']>[0]>();
  const store: ShellApi['auth']['store'] = {
    getState: () => current,
    getInitialState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const setState = (next: AuthState) => {
    const previous = current;
    current = next;
    for (const listener of listeners) listener(next, previous);
  };
  return { store, setState, listeners };
}

async function open(state: AuthState = { status: 'signed-in', user: kim, personChanges: 0 }) {
  const { store, setState, listeners } = createAuthStore(state);
  const { shell } = createFakeShell();
  const host: ShellApi = { ...shell, auth: { ...shell.auth, store } };
  const shown: PageShell[] = [];
  const Page = () => {
    shown.push(useShell());
    return null;
  };
  const remote = defineRemote(() => [{ id: 'page', path: '/', Component: Page }]);
  const router = createMemoryRouter(remote.createRoutes(host) as RouteObject[]);
  await act(async () => void render(<RouterProvider router={router} />));
  return {
    page: () => shown.at(-1) as PageShell,
    drafts: shell.drafts,
    listeners,
    change: (next: AuthState) => act(() => setState(next)),
  };
}

describe('session of a page', () => {
  test.each<[string, AuthState]>([
    ['a sign-out', { status: 'signed-out', user: null, personChanges: 1 }],
    ['another person’s sign-in', { status: 'signed-in', user: null, personChanges: 1 }],
  ])('saves no late draft after %s', async (_, next) => {
    const { page, drafts, change } = await open();
    const before = page();
    change(next);
    before.drafts.save('notes/1', 'private');
    expect([before.session.aborted, drafts.keys()]).toEqual([true, []]);
    page().drafts.save('notes/2', 'new');
    expect([page().session.aborted, drafts.keys()]).toEqual([false, ['notes/2']]);
  });

  test.each<[string, AuthState]>([
    ['a sign-out', { status: 'signed-out', user: null }],
    ['another person’s profile', { status: 'signed-in', user: { ...kim, id: 2 } }],
  ])('saves no late draft after %s in an older shell', async (_, next) => {
    const { page, drafts, change } = await open({ status: 'signed-in', user: kim });
    const before = page();
    change(next);
    before.drafts.save('notes/1', 'private');
    expect([before.session.aborted, drafts.keys()]).toEqual([true, []]);
    page().drafts.save('notes/2', 'new');
    expect([page().session.aborted, drafts.keys()]).toEqual([false, ['notes/2']]);
  });

  test('ends also after the page was left', async () => {
    const { page, drafts, change, listeners } = await open();
    cleanup();
    expect(listeners.size).toBe(0);
    page().drafts.save('notes/1', 'typed');
    expect(drafts.load('notes/1')).toBe('typed');
    change({ status: 'signed-out', user: null, personChanges: 1 });
    page().drafts.save('notes/1', 'private');
    expect(drafts.load('notes/1')).toBe('typed');
  });

  test.each<[string, AuthState, AuthState]>([
    [
      'a visitor signs in',
      { status: 'signed-out', user: null },
      { status: 'signed-in', user: null },
    ],
    [
      'the profile arrives',
      { status: 'signed-in', user: null },
      { status: 'signed-in', user: kim },
    ],
    [
      'the server ends it',
      { status: 'signed-in', user: kim, personChanges: 0 },
      { status: 'signed-out', user: null, personChanges: 0 },
    ],
  ])('lasts while %s', async (_, state, next) => {
    const { page, drafts, change } = await open(state);
    const { session, ...before } = page();
    change(next);
    expect(page().session).toBe(session);
    before.drafts.save('notes/1', 'typed');
    expect([session.aborted, drafts.keys()]).toEqual([false, ['notes/1']]);
  });
});
