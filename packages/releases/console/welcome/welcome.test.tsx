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

test('says that the server fails, and tries again', async () => {
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
