import { type AuthState, defineRemote } from '@carry/remote-kit';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useAccountChange } from './use-account-change';

afterEach(cleanup);

test.each([
  [{ id: 1 }, { id: 2 }, 1],
  [{ username: 'kim' }, { username: 'lee' }, 1],
  [{ email: 'kim@example.com' }, { email: 'lee@example.com' }, 1],
  [{ username: 'kim' }, { id: 1, username: 'kim' }, 0],
])('compares %j with %j: %i changes', async (kim, user, changes) => {
  const onChange = vi.fn();
  const Component = () => {
    useAccountChange(onChange);
    return null;
  };
  const auth: Partial<AuthState> = { status: 'signed-in', user: kim };
  const { shell } = createFakeShell({ auth });
  const routes = defineRemote(() => [{ id: 'home', path: '/', Component }]).createRoutes(shell);
  render(<RouterProvider router={createMemoryRouter(routes as RouteObject[])} />);
  Object.assign(auth, { user });
  await act(() => shell.auth.signIn({ access: 'a', refresh: 'r' }));
  expect(onChange).toHaveBeenCalledTimes(changes);
});
