import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer, FakeShellOptions } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

const INFO = 'GET /api/stripe/success-info/?session_id=cs_1';
const open = (
  answers: Record<string, FakeAnswer>,
  search = '?session_id=cs_1',
  options: FakeShellOptions = {},
) =>
  openPage(remote, `/booking-success${search}`, {
    auth: { status: 'signed-in' },
    answers,
    ...options,
  });
const paid = { [INFO]: () => ({ booking_id: 9 }) };
const failing = (failure: ApiError) => () => Promise.reject(failure);
const service = { id: 1, label: 'Coaching', rate: 25, is_hourly: true };
const order = { coachId: '7', service, quantity: 1, contact: 'kim', details: 'Aim.', slot: null };
const ordered = { drafts: { 'booking/7': { pending: { bookingId: '9', order, at: 1 } } } };
const offers = [{ path: '/booking-success', title: 'to your paid booking' }];

afterEach(cleanup);

test('offers the page again until the booking is shown', async () => {
  let answer: FakeAnswer = failing(new ApiError('network', 0));
  const { shell } = await open({ [INFO]: (...call) => answer(...call) }, undefined, ordered);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load booking.');
  expect(shell.drafts.offers()).toEqual(offers);
  answer = () => ({ booking_id: 9 });
  const retry = screen.getByRole('button', { name: 'Retry' });
  retry.focus();
  fireEvent.click(retry);
  const heading = await screen.findByRole('heading', { name: 'Booking Confirmed' });
  expect(document.activeElement).toBe(heading);
  expect(shell.drafts.offers()).toEqual([]);
});

test.each<[string, FakeAnswer, boolean]>([
  ['no answer', failing(new ApiError('network', 0)), true],
  ['a broken server', failing(new ApiError('http', 502)), true],
  ['a busy server', failing(new ApiError('http', 429)), true],
  ['another shape', () => ({}), true],
  ['no session', failing(new ApiError('http', 404)), false],
  ['an error in words', () => ({ error: 'Payment failed.' }), false],
])('offers Retry after %s: %s', async (_, answer, canRetry) => {
  const { shell } = await open({ [INFO]: answer }, undefined, ordered);
  await screen.findByRole('alert');
  expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(Number(canRetry));
  expect(shell.drafts.offers()).toHaveLength(Number(canRetry));
});

test('links the login and offers the page after it', async () => {
  const { shell } = await open(paid, '?session_id=cs_1', { auth: { status: 'signed-out' } });
  const login = await screen.findByRole('link', { name: 'Login' });
  expect(login.getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(shell.drafts.offers()).toEqual(offers);
  await act(() => shell.auth.signIn({ access: 'a', refresh: 'r' }));
  expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
});

test('opens the payment that its offer leads to', async () => {
  const { shell } = await open(paid, '', { drafts: { paid: 'cs_1' } });
  expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
  expect(shell.drafts.keys()).toEqual([]);
});

test('offers no receipt of an old booking', async () => {
  const { shell } = await open({ [INFO]: failing(new ApiError('http', 502)) });
  await screen.findByRole('button', { name: 'Retry' });
  expect(shell.drafts.keys()).toEqual([]);
});

test('saves its offer once', async () => {
  const { shell, recorded } = await open(
    { [INFO]: failing(new ApiError('http', 502)) },
    undefined,
    ordered,
  );
  const save = vi.spyOn(shell.drafts, 'save');
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(recorded.calls).toHaveLength(2));
  await screen.findByRole('button', { name: 'Retry' });
  expect(save).not.toHaveBeenCalled();
});

test.each<[string, FakeAnswer]>([
  ['shown', () => ({ booking_id: 9 })],
  ['loading', () => new Promise(() => {})],
])('leaves no offer after a sign-out while %s', async (_, answer) => {
  const { shell, recorded, router } = await open({ [INFO]: answer }, undefined, ordered);
  await waitFor(() => expect(recorded.calls).toHaveLength(1));
  cleanup(); // the shell mounts a private page again after a sign-out
  shell.auth.signOut();
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy();
  expect(shell.drafts.keys()).toEqual([]);
});

test.each([
  ['11:00', null],
  ['12:00', { date: '2026-11-30', time: '12:00', displayTime: '12:00 PM', label: 'Mon' }],
])('keeps the texts of an order that has ended, not its time (%s)', async (time, kept) => {
  const slot = { date: '2026-11-30', time, displayTime: `${time} PM`, label: 'Mon' };
  const pending = { bookingId: '9', order: { ...order, slot: { ...slot, time: '11:00' } }, at: 1 };
  const typed = { contact: 'kim', details: 'Aim, please.' };
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Coaching', quantity: 1, amount: 25, email: 'k@example.com' },
    ...{ session_time: null, duration_minutes: 60, booking_id: 9 },
  };
  const error = "Your payment came in, but this session can't be booked anymore.";
  const body = JSON.stringify({ error, purchase });
  const { shell } = await open(
    { [INFO]: failing(new ApiError('http', 410, { body })) },
    undefined,
    { drafts: { 'booking/7': { ...typed, slot, pending } } },
  );
  expect(await screen.findByText(error)).toBeTruthy();
  expect(shell.drafts.load('booking/7')).toEqual({ ...typed, ...(kept && { slot: kept }) });
  expect(shell.drafts.offers()).toEqual([]);
});

test('leaves no offer without a remount', async () => {
  const { shell } = await open(paid);
  await screen.findByRole('heading', { name: 'Booking Confirmed' });
  act(() => shell.auth.signOut());
  expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy();
  expect(shell.drafts.offers()).toEqual([]);
});
