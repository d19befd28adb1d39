import { ApiError, type AuthState } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each<[string, Partial<AuthState>, string]>([
  ['a visitor', { status: 'signed-out' }, '/login'],
  ['a student', { status: 'signed-in', user: { is_coach: false } }, '/sessions'],
  ['a coach', { status: 'signed-in', user: { is_coach: true } }, '/coach-dashboard'],
])('redirects %s to %s', async (_, auth, path) => {
  const { router } = await openPage(remote, '/dashboard', {
    auth,
    answers: { 'GET /api/bookings/': () => [] },
  });
  await waitFor(() =>
    expect([router.state.location.pathname, router.state.historyAction]).toEqual([path, 'REPLACE']),
  );
});

test('offers both pages if the server does not name coaches', async () => {
  await openPage(remote, '/dashboard', { auth: { status: 'signed-in', user: {} } });
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([link('My Sessions'), link('Coach Dashboard')]).toEqual(['/sessions', '/coach-dashboard']);
});

test('asks for a late profile again after 3 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let answer: (user: object) => void = () => {};
  const { router } = await openPage(remote, '/dashboard', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/me/': () => new Promise((resolve) => (answer = resolve)),
      'GET /api/bookings/': () => [],
    },
  });
  await act(() => vi.advanceTimersByTimeAsync(9000));
  expect(router.state.location.pathname).toBe('/dashboard');
  await act(async () => answer({ is_coach: true }));
  expect(router.state.location.pathname).toBe('/coach-dashboard');
});

test('treats a user without a profile as a student after 3 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { router } = await openPage(remote, '/dashboard', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/me/': () => Promise.reject(new ApiError('http', 500)) },
  });
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  await act(() => vi.advanceTimersByTimeAsync(2900));
  expect(router.state.location.pathname).toBe('/dashboard');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(router.state.location.pathname).toBe('/sessions');
});
