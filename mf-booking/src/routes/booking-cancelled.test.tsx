import { ApiError } from '@carry/remote-kit';
import { createFakeShell, type FakeAnswer } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import remote from '../remote';

const home = process.env['TZ'];
const NOW = Date.parse('2026-11-22T04:30:00Z');
const MINUTE = 60_000;
const CHECKOUT = 'POST /api/create-checkout-session/';
const CONTINUE = 'POST /api/bookings/9/checkout/';
const slot = { date: '2026-11-24', time: '09:00', displayTime: '9:00 AM', label: 'Tue, Nov 24' };
const service = { id: 1, label: 'Coaching', rate: 25, is_hourly: true };
const order = { coachId: '7', service, quantity: 2, contact: 'kim', details: 'aim', slot };

interface Options {
  search?: string;
  pending?: object | null;
  checkout?: FakeAnswer;
  continued?: FakeAnswer;
  status?: 'signed-in' | 'signed-out';
}
async function open({
  search = '?coach=7&until=2026-11-22T05:00:00Z',
  pending = { bookingId: 9, order, at: NOW },
  checkout,
  continued,
  status = 'signed-in',
}: Options = {}) {
  const { shell, recorded, expire } = createFakeShell({
    auth: { status },
    answers: {
      ...(checkout && { [CHECKOUT]: checkout }),
      ...(continued && { [CONTINUE]: continued }),
    },
    now: () => NOW,
  });
  if (pending) shell.drafts.save('booking/7', { contact: 'kim', pending });
  const routes = remote.createRoutes(shell) as RouteObject[];
  const router = createMemoryRouter(routes, { initialEntries: [`/booking-cancelled${search}`] });
  await waitFor(() => expect(router.state.initialized).toBe(true));
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { name: 'Booking Cancelled' });
  await act(async () => {}); // Drafts load after the first render.
  return { shell, recorded, router, expire };
}
const tryAgain = () => fireEvent.click(screen.getByRole('link', { name: 'Try again' }));

beforeEach(() => {
  process.env['TZ'] = 'UTC';
});
afterEach(() => {
  cleanup();
  process.env['TZ'] = home;
  vi.restoreAllMocks();
});

test('shows the held order in its time zone', async () => {
  const late = { ...slot, time: '17:00', displayTime: '2:00 AM Wed' };
  await open({
    pending: { bookingId: 9, order: { ...order, slot: late, zone: 'Asia/Tokyo' }, at: NOW },
  });
  const time = screen.getByText('Time', { selector: 'dt' }).nextElementSibling;
  expect(time?.textContent).toBe('Wed, Nov 25, 2:00\u00a0AM');
  expect(document.body.textContent).toContain('Wed25Nov');
});

test('shows the held order until the hold expires', async () => {
  await open();
  const held = () => screen.queryByText('Total')?.closest('dl')?.textContent;
  expect(held()).toBe('ServiceCoaching, 2 × $25TimeTue, Nov 24, 9:00\u00a0AMTotal$50.00');
  cleanup();
  await open({ search: '?coach=7&until=2026-11-22T04:00:00Z' });
  expect(held()).toBeUndefined();
  cleanup();
  await open({ pending: null });
  expect(held()).toBeUndefined();
});

test('resumes payment of the held booking', {
  tags: ['@fault-11.14'],
}, async () => {
  const { recorded } = await open({
    checkout: () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' }),
  });
  expect(screen.getByText(/^Your time is held until 5:00\sAM\.$/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Try again' });
  fireEvent.click(link);
  fireEvent.click(link);
  await waitFor(() => expect(recorded.left).toEqual(['https://pay.example/1']));
  expect(recorded.calls).toEqual([
    {
      call: CHECKOUT,
      body: expect.objectContaining({ booking_id: 9, price: 50, quantity: 2, slot }),
    },
  ]);
});

test('resumes payment from the URL without a draft', {
  tags: ['@fault-11.14'],
}, async () => {
  const continued = () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' });
  const { recorded } = await open({
    search: '?coach=7&booking=9&until=2026-11-22T05:00:00Z',
    pending: null,
    continued,
  });
  tryAgain();
  await waitFor(() => expect(recorded.left).toEqual(['https://pay.example/1']));
});

/** Tries again. The payment page stays unanswered until `end`. */
async function tryLate() {
  let end = (_: unknown) => {};
  const checkout = vi.fn<FakeAnswer>(
    () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  );
  const page = await open({ checkout });
  tryAgain();
  await waitFor(() => expect(checkout).toHaveBeenCalledOnce());
  return { ...page, end: (answer: unknown) => act(async () => end(answer)) };
}

test('stays elsewhere when the payment page fails late', async () => {
  const { recorded, router, end } = await tryLate();
  router.patchRoutes(null, [{ id: 'other', path: '/other', element: <p>Other</p> }]);
  await act(() => router.navigate('/other'));
  await end(Promise.reject(new ApiError('http', 500)));
  await waitFor(() => expect(recorded.alerts).toHaveLength(1));
  await act(async () => {});
  const { location, navigation } = router.state;
  expect([location.pathname, navigation.state]).toEqual(['/other', 'idle']);
});

test('does not pay after a sign-out', async () => {
  const { shell, recorded, router, end } = await tryLate();
  act(() => shell.auth.signOut());
  await end({ sessionId: 'cs_1', url: 'https://pay.example/1' });
  expect([recorded.left, recorded.alerts, router.state.navigation.state]).toEqual([[], [], 'idle']);
});

test('falls back to the newest unpaid order for 30 minutes', async () => {
  const checkout = () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' });
  const { recorded } = await open({ search: '', checkout });
  tryAgain();
  await waitFor(() => expect(recorded.left).toHaveLength(1));
  cleanup();
  const old = { bookingId: 9, order, at: NOW - 31 * MINUTE };
  const late = await open({ search: '', checkout, pending: old });
  tryAgain();
  await waitFor(() => expect(late.router.state.location.pathname).toBe('/booking/7'));
  expect(late.recorded.left).toEqual([]);
  cleanup();
  await open({ search: '', pending: null });
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull();
});

test('shows and pays a newer order than the cancelled one', async () => {
  const checkout = () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' });
  const { recorded } = await open({
    search: '?coach=7&booking=10&until=2026-11-22T05:00:00Z',
    pending: { bookingId: 11, order, at: NOW },
    checkout,
  });
  expect(screen.getByText('$50.00')).toBeTruthy();
  expect(screen.queryByText(/is held until/)).toBeNull();
  tryAgain();
  await waitFor(() => expect(recorded.left).toHaveLength(1));
  expect(recorded.calls).toEqual([
    { call: CHECKOUT, body: expect.objectContaining({ booking_id: 11 }) },
  ]);
});

test('forgets the order after a sign-out', async () => {
  const { shell, recorded, router } = await open({
    search: '?coach=7',
    pending: { bookingId: 9, order: { ...order, slot: null }, at: NOW },
    checkout: () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' }),
  });
  expect(screen.getByText('Total')).toBeTruthy();
  act(() => shell.auth.signOut());
  expect(screen.queryByText('Total')).toBeNull();
  tryAgain();
  await waitFor(() => expect(router.state.location.pathname).toBe('/booking/7'));
  expect(recorded.calls.filter(({ call }) => call === CHECKOUT)).toEqual([]);
  expect(recorded.left).toEqual([]);
});

test.each<[string, Options]>([
  ['no order is known', { pending: null }],
  ['the order was never answered', { pending: { bookingId: null, order, at: NOW } }],
  ['the hold is over', { search: '?coach=7&booking=9&until=2026-11-22T04:29:59Z' }],
])('opens the form when %s', async (_, options) => {
  const { router, recorded } = await open(options);
  tryAgain();
  await waitFor(() => expect(router.state.location.pathname).toBe('/booking/7'));
  expect(recorded.calls.filter(({ call }) => call === CHECKOUT || call === CONTINUE)).toEqual([]);
});

test('alerts and opens the form when payment is refused', async () => {
  const { router, recorded } = await open({
    checkout: () => Promise.reject(new ApiError('http', 409)),
  });
  tryAgain();
  await waitFor(() => expect(router.state.location.pathname).toBe('/booking/7'));
  expect(recorded.alerts).toEqual(['Payment session failed to create.']);
});

test.each([1, -1, 366, -366])(
  'ignores a browser clock %i days off',
  { tags: ['@fault-H10'] },
  async (days) => {
    vi.spyOn(Date, 'now').mockReturnValue(NOW + days * 24 * 60 * MINUTE);
    await open();
    expect(screen.getByText(/^Your time is held until 5:00\sAM\.$/)).toBeTruthy();
    cleanup();
    await open({ search: '?coach=7&until=2026-11-22T04:29:59Z' });
    expect(screen.queryByText(/is held until/)).toBeNull();
  },
);

test('shows an alert, then the form, after the session has expired', async () => {
  const page = await open({
    checkout: () => {
      page.expire();
      throw new ApiError('http', 401);
    },
  });
  tryAgain();
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/booking/7'));
  expect(page.recorded.alerts).toEqual(['Payment session failed to create.']);
});

test('pays the held booking of a signed-out visitor', async () => {
  const { recorded } = await open({
    status: 'signed-out',
    checkout: () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' }),
  });
  tryAgain();
  await waitFor(() => expect(recorded.left).toEqual(['https://pay.example/1']));
});
