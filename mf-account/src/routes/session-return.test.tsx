import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useTestWidget } from '../../test/widget';
import remote from '../remote';

afterEach(cleanup);

const widget = useTestWidget();
const offers = [{ path: '/sessions/3', title: 'to booking 3' }];
const fail = (status: number) => () => Promise.reject(new ApiError('http', status));

test('offers a session again after the login it leads to', async () => {
  const { router, shell } = await openPage(remote, '/sessions/3', {
    ...widget.options,
    auth: { status: 'signed-out' },
  });
  expect(router.state.location.pathname).toBe('/login');
  expect(shell.drafts.offers()).toEqual(offers);
});

test('offers a session again after an expired login', async () => {
  const { router, shell } = await openPage(remote, '/sessions/3', {
    ...widget.options,
    auth: { status: 'signed-in' },
    answers: { 'GET /api/bookings/3/': fail(401) },
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(shell.drafts.offers()).toEqual(offers);
});

test('leaves no offer after a sign-out on the page', async () => {
  const { router, shell } = await openPage(remote, '/sessions/3', {
    ...widget.options,
    auth: { status: 'signed-in' },
    answers: { 'GET /api/bookings/3/': fail(404) },
  });
  await screen.findByRole('heading', { name: 'Session not found' });
  act(() => shell.auth.signOut());
  await act(() => router.revalidate());
  expect(router.state.location.pathname).toBe('/login');
  expect(shell.drafts.offers()).toEqual([]);
});

test('ends the offer when a member opens a session', async () => {
  const { shell } = await openPage(remote, '/sessions/3', {
    auth: { status: 'signed-in' },
    drafts: { return: true },
    answers: { 'GET /api/bookings/3/': fail(404) },
  });
  expect(shell.drafts.keys()).toEqual([]);
});
