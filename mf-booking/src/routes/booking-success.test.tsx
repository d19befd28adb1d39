import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer, FakeShellOptions } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const INFO = 'GET /api/stripe/success-info/?session_id=cs_1';
const DISCORD = 'GET /api/oauth/discord/start/?booking=9';
const CLAIM = 'POST /api/discord/claim/';
const open = (
  answers: Record<string, FakeAnswer>,
  search = '?session_id=cs_1',
  options: FakeShellOptions = {},
) =>
  openPage(remote, `/booking-success${search}`, {
    auth: { status: 'signed-in' },
    answers,
    now: () => NOW,
    ...options,
  });
const paid = { [INFO]: () => ({ booking_id: 9 }) };
const failing = (failure: ApiError) => () => Promise.reject(failure);
const connect = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Discord & Join Channel' }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const service = { id: 1, label: 'Coaching', rate: 25, is_hourly: true };
const order = { coachId: '7', service, quantity: 1, contact: 'kim', details: 'Aim.', slot: null };
const createDraft = (bookingId: number | string | null) => ({
  contact: 'kim',
  pending: bookingId === null ? null : { bookingId, order, at: 1 },
});

test('shows the paid booking and clears its draft only', async () => {
  const { shell } = await open({
    [INFO]: () => new Promise((resolve) => setTimeout(() => resolve({ booking_id: 9 }), 20)),
  });
  shell.drafts.save('booking/7', createDraft('9'));
  shell.drafts.save('booking/8', createDraft(10));
  shell.drafts.save('booking/11', createDraft(null));
  shell.drafts.save('zone', 'Asia/Tokyo');
  expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
  expect(screen.getByText('/claim 9')).toBeTruthy();
  expect([...shell.drafts.keys()].sort()).toEqual(['booking/11', 'booking/8', 'zone']);
});

test.each([
  ['two hours after the payment', 120, 'You booked with'],
  ['right after the payment', 2, "You're booked with"],
])('heads the receipt %s', async (_, minutes, words) => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Coaching', quantity: 1, amount: 25, email: 'k@example.com' },
    ...{ session_time: '2026-11-29T09:00:00Z', duration_minutes: 60, booking_id: 9 },
    paid_at: new Date(now - minutes * 60_000).toISOString(),
  };
  await open({ [INFO]: () => ({ booking_id: 9, purchase }) }, undefined, { now: () => now });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Booking Confirmed');
  expect(screen.getByRole('heading', { name: 'Receipt' })).toBeTruthy();
  expect(document.body.textContent).toContain(words);
});

test('shows a receipt when the server returns the purchase', { tags: ['@extra-32'] }, async () => {
  const purchase = {
    ...{
      coach_name: 'Nova',
      service: 'Coaching',
      quantity: 2,
      amount: 50,
      email: 'kim@example.com',
    },
    ...{ session_time: '2026-11-24T09:00:00Z', duration_minutes: 120 },
  };
  await open({ [INFO]: () => ({ booking_id: 9, purchase }) });
  expect(await screen.findByText('$50.00')).toBeTruthy();
  expect(document.body.textContent).toContain(
    "You're booked with Nova. We'll email the details to kim@example.com.",
  );
  expect(document.body.textContent).toContain('Coaching, 2 × $25');
  expect(screen.getByText('120 minutes')).toBeTruthy();
});

test('omits duration, place and microphone without a time', async () => {
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Plan', quantity: 1, amount: 75, email: 'kim@example.com' },
    ...{ session_time: null, duration_minutes: 60 },
  };
  await open({ [INFO]: () => ({ booking_id: 9, purchase }) });
  expect(await screen.findByText('$75.00')).toBeTruthy();
  expect(screen.queryByText('Duration')).toBeNull();
  expect(screen.queryByText('Where')).toBeNull();
  expect(document.body.textContent).not.toContain('microphone');
  expect(document.body.textContent).toContain('Nova will send you the result.');
  expect(document.body.textContent).not.toContain('session');
  const link = screen.getByRole('link', { name: 'Open your booking' });
  expect(link.getAttribute('href')).toBe('/sessions/9');
});

test('shows the time in the zone of the booking', async () => {
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Coaching', quantity: 2, amount: 50 },
    ...{ session_time: '2026-11-24T16:00:00Z', duration_minutes: 120, time_zone: 'Asia/Tokyo' },
    email: 'kim@example.com',
  };
  await open({ [INFO]: () => ({ booking_id: 9, purchase }) });
  expect(await screen.findByText('Asia/Tokyo (GMT+09:00)')).toBeTruthy();
  expect(document.querySelector('time')?.textContent).toBe(
    'Wednesday, November 25, 2026, 01:00 – 03:00',
  );
});

test.each([
  [120, '16:00 – 18:00', true],
  [undefined, '16:00 – 20:00', false],
])('shows the end of %s held minutes as %s', async (held_minutes, hours, hasRest) => {
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Coaching', quantity: 4, amount: 100, time_zone: 'UTC' },
    ...{ session_time: '2026-11-24T16:00:00Z', duration_minutes: 240, held_minutes },
    email: 'kim@example.com',
  };
  await open({ [INFO]: () => ({ booking_id: 9, purchase }) });
  expect(await screen.findByText('240 minutes')).toBeTruthy();
  expect(document.querySelector('time')?.textContent).toContain(hours);
  const rest = screen.queryByText(/^Your coach will message you to arrange the remaining 2 hours/);
  expect(Boolean(rest)).toBe(hasRest);
});

test("shows the coach's meeting link instead of Discord", async () => {
  const url = 'https://meet.example/nova';
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Coaching', quantity: 1, amount: 25 },
    ...{ session_time: '2026-11-24T09:00:00Z', duration_minutes: 60, email: 'kim@example.com' },
    place: { kind: 'link', url },
  };
  await open({ [INFO]: () => ({ booking_id: 9, purchase }) });
  const join = await screen.findByRole('link', { name: 'Join session' });
  expect(join.getAttribute('href')).toBe(url);
  expect(screen.getByText('Where').nextElementSibling?.textContent).toBe(url);
  expect(document.body.textContent).not.toContain('Discord');
});

test.each([
  [0, ['Paid', '$75.00']],
  [20, ['Paid', '$75.00$20.00 refunded']],
  [75, ['Refunded', '$75.00']],
])('prints seller, date, tax and the payment with %i refunded', async (refunded, payment) => {
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Plan', quantity: 1, amount: 75, email: 'kim@example.com' },
    ...{ session_time: null, duration_minutes: 60, refunded, paid_at: '2026-11-22T12:00:00Z' },
  };
  await open({ [INFO]: () => ({ booking_id: 9, purchase }) });
  await screen.findByText('Receipt');
  const rows = Object.fromEntries(
    [...document.querySelectorAll('dt')].map((dt) => [
      dt.textContent,
      dt.nextElementSibling?.textContent,
    ]),
  );
  const [label = '', amount] = payment;
  expect(rows).toMatchObject({
    Seller: 'Sample',
    Date: 'November 22, 2026',
    Tax: 'Included where it applies',
    [label]: amount,
  });
});

test.each([
  [{ percent: 19, amount: 11.97 }, '$11.97 (19%, included)'],
  [{ percent: 8.1, amount: 5.62 }, '$5.62 (8.1%, included)'],
  [{ percent: 0, amount: 0 }, 'None (0%)'],
  [null, 'Included where it applies'],
])('prints the seller and the tax %o', async (tax, words) => {
  const purchase = {
    ...{ coach_name: 'Nova', service: 'Plan', quantity: 1, amount: 75, email: 'kim@example.com' },
    ...{ session_time: null, duration_minutes: 60, refunded: 0, paid_at: '2026-11-22T12:00:00Z' },
  };
  const seller = { name: 'Example GmbH', address: 'Sample Street 1', tax_id: 'DE1' };
  await open({ [INFO]: () => ({ booking_id: 9, purchase, receipt: { seller, tax } }) });
  await screen.findByText('Receipt');
  const valueBeside = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(valueBeside('Seller')).toBe('Example GmbHSample Street 1Tax ID DE1');
  expect(valueBeside('Tax')).toBe(words);
});

const purchase = {
  ...{ booking_id: 9, coach_name: 'Nova', service: 'Coaching', quantity: 1, amount: 25 },
  ...{ session_time: '2026-11-24T09:00:00Z', duration_minutes: 60, email: 'kim@example.com' },
  paid_at: '2026-11-22T12:00:00Z',
};
const receipt = {
  seller: { name: 'Example GmbH', address: null, tax_id: null },
  tax: { percent: 19, amount: 3.99 },
};
const gone = (body: object) => failing(new ApiError('http', 410, { body: JSON.stringify(body) }));
test.each<[string, FakeAnswer, string, string]>([
  [
    'a cancelled and refunded booking',
    gone({ error: 'Session cancelled.', purchase: { ...purchase, refunded: 25 }, receipt }),
    'Session cancelled.',
    'Refunded',
  ],
  [
    'a cancelled booking before its refund',
    gone({ error: 'Session cancelled.', purchase: { ...purchase, refunded: 0 }, receipt }),
    'Session cancelled.',
    'Paid',
  ],
  [
    'a refunded completed booking',
    () => ({
      ...{ booking_id: 9, discord: null, notice: 'Your payment was refunded in full.' },
      ...{ purchase: { ...purchase, refunded: 25 }, receipt },
    }),
    'Your payment was refunded in full.',
    'Refunded',
  ],
])('shows the receipt of %s', async (_, answer, message, label) => {
  await open({ [INFO]: answer });
  expect(await screen.findByRole('heading', { name: 'Booking 9' })).toBeTruthy();
  const valueBeside = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(screen.getByText(message)).toBeTruthy();
  expect(valueBeside('Seller')).toBe('Example GmbH');
  expect(valueBeside('Date')).toBe('November 22, 2026');
  expect(valueBeside('Tax')).toBe('$3.99 (19%, included)');
  expect(valueBeside(label)).toBe('$25.00');
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  expect(document.body.textContent).toContain('Open My Sessions or contact support.');
  expect(document.body.textContent).not.toMatch(/Confirmed|Meet your coach|Discord|Guarantee/);
});

test.each([
  [7, 'Book Nova again', '/booking/7'],
  [null, 'Find a coach', '/coaches'],
])('offers another booking after one with coach %j has ended', async (coach_id, name, href) => {
  const info = { error: 'Session cancelled.', purchase: { ...purchase, coach_id }, receipt };
  await open({ [INFO]: gone(info) });
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});

test('shows no primary button once Discord is connected', async () => {
  await open({ [INFO]: () => ({ booking_id: 9, discord: { username: 'kim' } }) });
  const button = await screen.findByRole('button', { name: 'Connect Discord & Join Channel' });
  expect(button.className).not.toContain('primary');
  cleanup();
  await open(
    { [INFO]: () => ({ booking_id: 9, discord: { username: 'kim' } }) },
    '?session_id=cs_1&discord=not_joined',
  );
  const again = await screen.findByRole('button', { name: 'Connect Discord & Join Channel' });
  expect(again.className).toContain('primary');
});

test('reports an expired return from Discord', async () => {
  await open(
    { [INFO]: () => ({ booking_id: 9, discord: null }) },
    '?session_id=cs_1&discord=expired',
  );
  expect(await screen.findByText(/^Discord wasn't connected in time/)).toBeTruthy();
});

test.each<[string, FakeAnswer, string]>([
  [
    'no session',
    failing(new ApiError('http', 404, { body: '{"error":"No such session."}' })),
    'No such session.',
  ],
  ['a detail', failing(new ApiError('http', 403, { detail: 'Not yours.' })), 'Not yours.'],
  ['an unpaid booking', gone({ error: 'Not paid in time.' }), 'Not paid in time.'],
  ['a malformed 410', failing(new ApiError('http', 410, { body: '<p>' })), 'Request failed (410)'],
  ['nothing to say', failing(new ApiError('http', 502)), 'Request failed (502)'],
  ['no answer', failing(new ApiError('network', 0)), 'Failed to load booking.'],
  ['an error in words', () => ({ error: 'Payment failed.' }), 'Payment failed.'],
  ['neither', () => ({}), 'Failed to load booking.'],
])('shows the error and links for %s', async (_, answer, words) => {
  await open({ [INFO]: answer });
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(screen.getByRole('link', { name: 'My Sessions' }).getAttribute('href')).toBe('/sessions');
  expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy();
});

test('sends no request without a payment session or sign-in', async () => {
  const { recorded } = await open(paid, '');
  expect(screen.getByRole('alert').textContent).toBe('Missing Stripe session_id.');
  cleanup();
  const visitor = await open(paid, '?session_id=cs_1', { auth: { status: 'signed-out' } });
  expect(screen.getByRole('alert').textContent).toBe(
    "You're not signed in. Please log in to view your booking.",
  );
  expect([...recorded.calls, ...visitor.recorded.calls]).toEqual([]);
});

test('mentions no meeting for an ordered service without a time', async () => {
  const untimed = { ...order, service: { ...service, is_hourly: false } };
  const pending = { bookingId: 9, order: untimed, at: 1 };
  let drafts: Record<string, unknown> = { 'booking/7': { pending } };
  for (const _ of ['the first visit', 'a reload']) {
    const { shell } = await open(paid, undefined, { drafts });
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Join us on Discord' })).toBeTruthy();
    expect(document.body.textContent).toContain('Your coach will contact you.');
    expect(document.body.textContent).not.toMatch(/meet your coach|microphone|Open your booking/i);
    drafts = Object.fromEntries(shell.drafts.keys().map((key) => [key, shell.drafts.load(key)]));
    expect(Object.keys(drafts)).toEqual(['untimed']);
    cleanup();
  }
});

test('polls a pending payment for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const { recorded } = await open({ [INFO]: () => ({ status: 'pending' }) });
  for (let second = 0; second < 12; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('alert').textContent).toBe('Failed to load booking.');
  expect(recorded.calls).toHaveLength(11);
});

test('opens Discord once', async () => {
  const { recorded } = await open({
    ...paid,
    [DISCORD]: () => ({ url: 'https://chat.example/x' }),
  });
  await connect();
  await waitFor(() => expect(recorded.left).toEqual(['https://chat.example/x']));
  fireEvent.click(screen.getByRole('button', { name: 'Connecting...' }));
  expect(recorded.left).toHaveLength(1);
});

test.each<[FakeAnswer, string]>([
  [() => ({ detail: 'Closed.' }), 'Closed.'],
  [() => ({}), 'Could not start Discord OAuth.'],
  [failing(new ApiError('http', 400, { body: '{"error":"Linked already."}' })), 'Linked already.'],
  [failing(new ApiError('http', 401, { body: '{"detail":"Expired."}' })), 'Expired.'],
])('alerts and restores the button when Discord fails (%#)', async (answer, words) => {
  const { recorded } = await open({ ...paid, [DISCORD]: answer });
  await connect();
  await waitFor(() => expect(recorded.alerts).toEqual([words]));
  expect(
    await screen.findByRole('button', { name: 'Connect Discord & Join Channel' }),
  ).toBeTruthy();
});

test('confirms an emailed claim on click, not on load', async () => {
  const { recorded } = await open(
    { ...paid, [CLAIM]: () => ({ username: 'kim#1' }) },
    '?session_id=cs_1&claim=t1',
  );
  const press = await screen.findByRole('button', { name: "Yes, that's me" });
  expect(recorded.calls.map(({ call }) => call)).toEqual([INFO]);
  fireEvent.click(press);
  const outcome = await screen.findByText('Discord connected as kim#1.');
  expect(document.activeElement).toBe(outcome);
  expect(recorded.calls.at(-1)).toEqual({ call: CLAIM, body: { token: 't1' } });
});
