import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const open = (path: string, user: object | null) =>
  openPage(remote, path, {
    auth: { status: 'signed-in', user },
    answers: { 'GET /api/bookings/': () => [] },
  });
const tabs = () => screen.queryByRole('navigation', { name: 'Coach' });

test.each([
  ['a student', { is_coach: false }, /^This page is for coaches\. It isn't available for your/],
  ['a user of a server without the call', {}, /^This page isn't available on this site\.$/],
])('shows %s no coach page', async (_, user, words) => {
  await open('/coach/availability', user);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(tabs()).toBeNull();
});

test.each([
  ['a coach', { is_coach: true }, true],
  ['a user whose profile is not loaded', null, true],
  ['a user of a server that does not name coaches', {}, false],
])('shows the tabs to %s', async (_, user, isShown) => {
  await open('/coach-dashboard', user);
  expect(await screen.findByText('No bookings found.')).toBeTruthy();
  expect(tabs() !== null).toBe(isShown);
});

test.each([
  ['/coach-dashboard', 'to your bookings'],
  ['/coach/reviews', 'to your reviews'],
])('offers %s again after the login it leads to', async (path, title) => {
  const visitor = await openPage(remote, path, { auth: { status: 'signed-out' } });
  expect(visitor.router.state.location.pathname).toBe('/login');
  expect(visitor.shell.drafts.offers()).toEqual([{ path, title }]);
});

test('a sign-out on the dashboard leaves no trace', async () => {
  const { router, shell } = await open('/coach-dashboard', { is_coach: true });
  await screen.findByText('No bookings found.');
  shell.auth.signOut();
  await router.revalidate();
  expect(router.state.location.pathname).toBe('/login');
  expect(shell.drafts.offers()).toEqual([]);
});

test('keeps the offer of a booking after a visit to the dashboard', async () => {
  const visitor = await openPage(remote, '/coach/bookings/3', { auth: { status: 'signed-out' } });
  await visitor.router.navigate('/coach-dashboard');
  expect(visitor.shell.drafts.offers().map(({ path }) => path)).toEqual([
    '/coach-dashboard',
    '/coach/bookings/3',
  ]);
});
