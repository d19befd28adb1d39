import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Welcome } from './welcome';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('shows that the server fails, and tries again', async () => {
  const fetches = vi
    .fn<typeof fetch>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(Response.json({ kind: 'oidc' }));
  vi.stubGlobal('fetch', fetches);
  const element = document.createElement('div');
  const root = createRoot(element);
  await act(async () => root.render(<Welcome problem={null} />));
  expect(element.textContent).toContain('The release server does not respond.');

  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(element.querySelector('a')?.textContent).toBe('Sign in');
  expect(element.querySelector('[role=alert]')).toBeNull();
  act(() => root.unmount());
  expect(fetches).toHaveBeenCalledTimes(2);
});

test.each([
  ['/console/', '/console/sign-in'],
  ['/console/audit?who=kim#top', '/console/sign-in?to=%2Fconsole%2Faudit%3Fwho%3Dkim%23top'],
  [
    '/console/welcome?problem=failed&to=%2Fconsole%2Faudit%3Fwho%3Dkim',
    '/console/sign-in?to=%2Fconsole%2Faudit%3Fwho%3Dkim',
  ],
  ['/console/welcome?problem=expired', '/console/sign-in'],
])('signs in from %s with %s', async (page, href) => {
  history.replaceState(null, '', page);
  vi.stubGlobal('fetch', async () => Response.json({ kind: 'oidc' }));
  const element = document.createElement('div');
  const root = createRoot(element);
  await act(async () => root.render(<Welcome problem={null} />));
  expect(element.querySelector('a')?.getAttribute('href')).toBe(href);
  act(() => root.unmount());
});
