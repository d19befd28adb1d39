import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('asks for https where the browser has no Web Crypto', async () => {
  vi.stubGlobal('crypto', { randomUUID: () => '1' });
  const { recorded } = await openPage(remote, '/login');
  expect(await screen.findByText(/Open this page with https:\/\/ in its address\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(recorded.calls.filter(({ call }) => call.includes('challenge'))).toEqual([]);
});

test('keeps its challenge at a sign-out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { shell, recorded } = await openPage(remote, '/login');
  await act(async () => shell.auth.signOut());
  expect(recorded.calls.filter(({ call }) => call.includes('challenge'))).toHaveLength(1);
});
