import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const booking = {
  id: 12,
  student_id: 3,
  student: 'kim@example.com',
  coach_id: 1,
  coach: 'Nova',
  service: 'One-on-one coaching',
  session_time: '2026-11-25T18:00:00Z',
  duration_minutes: 60,
  quantity: 1,
  status: 'confirmed',
  amount: 25,
  refunded: 0,
  refund: 'none',
  failed_refund: 0,
  created_at: '2026-11-20T18:00:00Z',
  paid_at: '2026-11-20T18:05:00Z',
  contact_info: 'kim#1',
  details: 'Aim.',
  refund_reason: null,
};
const open = (more = {}, answers = {}, confirm = true) =>
  openPage(remote, '/operator/bookings/12', {
    ...signedIn,
    confirm,
    answers: {
      'GET /api/operator/bookings/12/': () => ({ ...booking, ...more }),
      ...answers,
    },
  });
const notFound = () => Promise.reject(new ApiError('http', 404, { detail: 'No such booking.' }));
const refund = (value: string) => {
  fireEvent.change(screen.getByLabelText('Amount in USD'), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Refund this amount' }));
};

test('shows that a booking does not exist', async () => {
  await open({}, { 'GET /api/operator/bookings/12/': notFound });
  expect(screen.getByRole('alert').textContent).toBe("We couldn't find this booking.");
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('shows which part of a long booking is held', async () => {
  await open({ duration_minutes: 240, held_minutes: 120 });
  expect(screen.getByText('120 of 240 minutes')).toBeTruthy();
});

const share = { paid: 25, commission: 3, refunded: 5, paid_out: 0, pending: 17 };
test.each([
  [{ because: 'guarantee', until: '2026-11-27T19:00:00Z' }, /^\$17\.00, guarantee until Nov 27/],
  [{ because: 'account', until: null }, "$17.00, the payout account isn't ready yet"],
  [{ because: 'by_hand', until: null }, '$17.00, pay it by hand'],
  [null, '$17.00'],
])('shows the money of a booking and why it waits', async (waits, pending) => {
  await open({ share: { ...share, waits } });
  expect(screen.getByText('$3.00')).toBeTruthy();
  expect(screen.getByText(pending)).toBeTruthy();
});

test('shows the history and the review', async () => {
  await open({
    review: { rating: 2, comment: 'Late.', reply: 'Sorry.', hidden_because: 'Spam' },
    history: [
      { at: '2026-11-20T18:05:00Z', what: 'booked', from: null, to: null, amount: null },
      { at: '2026-11-26T18:05:00Z', what: 'part_refunded', from: null, to: null, amount: 5 },
    ],
  });
  expect(screen.getByText('$5.00 refunded')).toBeTruthy();
  expect(screen.getByText(/^2 of 5/).textContent).toBe('2 of 5: Late. (hidden: Spam)');
  expect(screen.getByText('Sorry.')).toBeTruthy();
});

test('tries a failed refund again', async () => {
  const answers = {
    'POST /api/operator/bookings/12/refund/': () => ({
      detail: 'Trying the refund again',
    }),
  };
  const { recorded } = await open({ status: 'cancelled', refund: 'failed' }, answers);
  expect(document.body.textContent).toContain('refund failed');
  fireEvent.click(screen.getByRole('button', { name: 'Try the refund of booking 12 again' }));
  await waitFor(() =>
    expect(recorded.calls).toContainEqual({
      call: 'POST /api/operator/bookings/12/refund/',
      body: { refunded: 0 },
    }),
  );
});

test('records a failed refund that was paid another way', async () => {
  const answers = { 'POST /api/operator/bookings/12/settle/': () => ({ detail: 'Recorded' }) };
  const failed = { status: 'cancelled', refund: 'failed', refunded: 5 };
  const { recorded } = await open(failed, answers);
  fireEvent.click(screen.getByRole('button', { name: 'Refunded booking 12 another way' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Recorded']));
  expect(recorded.confirms).toEqual([expect.stringMatching(/^Did you pay \$20\.00 back/)]);
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/bookings/12/settle/',
    body: { refunded: 5 },
  });
});

test('records a failed part that was paid another way', async () => {
  const answers = { 'POST /api/operator/bookings/12/settle/': () => ({ detail: 'Recorded' }) };
  const failed = { status: 'completed', failed_refund: 8 };
  const { recorded } = await open(failed, answers);
  expect(screen.getByText('$25.00, paid, refund of $8.00 failed')).toBeTruthy();
  expect(screen.getByText(/^We couldn't refund \$8\.00, and/)).toBeTruthy();
  expect(screen.getByText(/It first covers the \$8\.00 we couldn't refund\./)).toBeTruthy();
  const enter = (value: string) => {
    fireEvent.change(screen.getByLabelText('Amount you paid back in USD'), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Record this amount' }));
  };
  enter('26');
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter $25.00 at most.');
  enter('8');
  await waitFor(() => expect(recorded.toasts).toEqual(['Recorded']));
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/bookings/12/settle/',
    body: { amount: 8, refunded: 0 },
  });
});

test('records the whole rest of a payment, to the cent', async () => {
  const answers = { 'POST /api/operator/bookings/12/settle/': () => ({ detail: 'Recorded' }) };
  const failed = { status: 'completed', amount: 60, refunded: 45.1, failed_refund: 14.9 };
  const { recorded } = await open(failed, answers);
  const amount = screen.getByLabelText('Amount you paid back in USD');
  fireEvent.change(amount, { target: { value: '14.90' } });
  fireEvent.click(screen.getByRole('button', { name: 'Record this amount' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Recorded']));
});

test('refunds a part with the state that the operator saw', async () => {
  const answers = {
    'POST /api/operator/bookings/12/refund/': () => ({ detail: '$12.50 is refunded' }),
  };
  const { recorded } = await open({ refunded: 5 }, answers);
  refund('12,5');
  await waitFor(() => expect(recorded.toasts).toEqual(['$12.50 is refunded']));
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/bookings/12/refund/',
    body: { amount: 12.5, refunded: 5 },
  });
});

test('keeps the amount and shows what another operator has refunded', async () => {
  let refunded = 0;
  const answers = {
    'GET /api/operator/bookings/12/': () => ({ ...booking, refunded }),
    'POST /api/operator/bookings/12/refund/': (body: unknown) => {
      if ((body as { refunded: number }).refunded === refunded) return { detail: 'Done' };
      return Promise.reject(new ApiError('http', 409, { detail: '$5.00 is refunded by now.' }));
    },
  };
  const { recorded } = await open({}, answers);
  refunded = 5;
  refund('12.50');
  expect(await screen.findByText('$5.00 is refunded by now.')).toBeTruthy();
  expect(await screen.findByText(/^Less than \$20\.00\./)).toBeTruthy();
  expect((screen.getByLabelText('Amount in USD') as HTMLInputElement).value).toBe('12.50');
  fireEvent.click(screen.getByRole('button', { name: 'Refund this amount' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Done']));
});

test('protects a refund whose response is lost from a second try', async () => {
  let refunded = 0;
  const answers = {
    'GET /api/operator/bookings/12/': () => ({ ...booking, refunded }),
    'POST /api/operator/bookings/12/refund/': () => {
      refunded = 10;
      return Promise.reject(new ApiError('network', 0));
    },
  };
  const { recorded } = await open({}, answers);
  const sent = () => recorded.calls.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const body = { amount: 10, refunded: 0 };
  refund('10');
  expect(await screen.findByText("That didn't work. Please try again.")).toBeTruthy();
  expect(sent()).toEqual([body]);
  await act(async () => {}); // the page would load again now
  fireEvent.click(screen.getByRole('button', { name: 'Refund this amount' }));
  await waitFor(() => expect(sent()).toEqual([body, body]));
});

test.each([
  ['', 'Please enter an amount such as 12.50.'],
  ['1.234', 'Please enter an amount such as 12.50.'],
  ['25', 'Please enter less than $25.00.'],
  ['999999999', 'Please enter less than $25.00.'],
])('refuses the amount "%s"', async (value, message) => {
  const { recorded } = await open();
  refund(value);
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(recorded.calls).toHaveLength(1);
});

test('cancels after a question and loads the booking again', async () => {
  let isCancelled = false;
  const { recorded } = await openPage(remote, '/operator/bookings/12', {
    ...signedIn,
    answers: {
      'GET /api/operator/bookings/12/': () =>
        isCancelled ? { ...booking, status: 'cancelled', refund: 'begun' } : booking,
      'POST /api/operator/bookings/12/cancel/': () => {
        isCancelled = true;
        return { detail: 'Cancelled' };
      },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking 12' }));
  expect(await screen.findByText('Nothing left to do for this booking.')).toBeTruthy();
  expect(recorded.confirms).toEqual([
    'Cancel booking 12? (The student gets $25.00 back. Both sides get an email.) [Keep booking | Cancel booking]',
  ]);
  expect(screen.queryByLabelText('Amount in USD')).toBeNull();
});

test.each([
  [{ status: 'pending_payment', paid_at: null }, false],
  [{}, true],
])('cancels only the payment state that it shows', async (more, paid) => {
  const { recorded } = await open(more, {
    'POST /api/operator/bookings/12/cancel/': () => ({ detail: 'Cancelled' }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking 12' }));
  await waitFor(() =>
    expect(recorded.calls).toContainEqual({
      call: 'POST /api/operator/bookings/12/cancel/',
      body: { paid },
    }),
  );
});

test('shows why an action was refused', async () => {
  const answers = {
    'POST /api/operator/bookings/12/refund/': () =>
      Promise.reject(new ApiError('http', 409, { detail: 'Too late.' })),
  };
  const { recorded } = await open({ status: 'completed' }, answers);
  fireEvent.click(screen.getByRole('button', { name: 'Refund booking 12 in full' }));
  await waitFor(() => expect(recorded.alerts).toEqual(['Too late.']));
});

test('offers no refund of an unpaid booking', async () => {
  await open({ paid_at: null, status: 'expired' });
  expect(screen.getByText('Nothing left to do for this booking.')).toBeTruthy();
  expect(screen.queryByLabelText('Amount in USD')).toBeNull();
});

test('refunds nothing in full without confirmation', async () => {
  const { recorded } = await open({ status: 'completed' }, {}, false);
  fireEvent.click(screen.getByRole('button', { name: 'Refund booking 12 in full' }));
  await waitFor(() => expect(recorded.confirms).toHaveLength(1));
  expect(recorded.calls).toHaveLength(1);
});

const due = {
  ...{ paid: 100, commission: 15, refunded: 0, paid_out: 0, pending: 85 },
  waits: { because: 'account', until: null },
};
const PAID_OUT = 'POST /api/operator/bookings/12/paid-out/';

test.each([
  [85, 'Paid another way: share of booking 12', /^Did you pay the coach \$85\.00/],
  [-34, 'Paid back: share of booking 12', /^Did the coach pay \$34\.00 back/],
])('records a pending share of %i by hand', async (pending, name, question) => {
  const { recorded } = await open(
    { status: 'completed', share: { ...due, pending } },
    { [PAID_OUT]: () => ({ detail: 'Recorded' }) },
  );
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Recorded']));
  expect(recorded.confirms).toEqual([expect.stringMatching(question)]);
  expect(recorded.calls).toContainEqual({ call: PAID_OUT, body: { amount: pending } });
});

test.each([
  ['nothing is pending', { ...due, pending: 0 }],
  ['the session is ahead', { ...due, waits: { because: 'session', until: null } }],
  [
    'a reversal is on its way',
    { ...due, pending: -34, waits: { because: 'reversal', until: null } },
  ],
])('records no share while %s', async (_, shown) => {
  await open({ share: shown });
  expect(screen.queryByText("Coach's share")).toBeNull();
});

test('records a share paid before the refund', async () => {
  const { recorded } = await open(
    {
      ...{ status: 'completed', refund: 'returned', refunded: 100, earlier_share: 85 },
      share: { ...due, commission: 0, refunded: 100, pending: 0, waits: null },
    },
    { [PAID_OUT]: () => ({ detail: 'Recorded' }) },
  );
  expect(screen.queryByText('Nothing left to do for this booking.')).toBeNull();
  const name = 'Paid earlier: share of booking 12';
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Recorded']));
  expect(recorded.confirms).toEqual([
    expect.stringMatching(/^Did you pay the coach \$85\.00 before this refund or dispute\?/),
  ]);
  expect(recorded.calls).toContainEqual({ call: PAID_OUT, body: { amount: 85, earlier: true } });
});

test('offers no payout while a dispute or failed refund is open', async () => {
  await open({
    status: 'completed',
    share: { ...due, waits: { because: 'incident', until: null } },
  });
  expect(screen.getByText(/^A dispute or failed refund is open/)).toBeTruthy();
  const links = screen.getAllByRole('link', { name: 'Today' });
  expect(
    links.map((link) => [link.getAttribute('href'), link.closest('nav') === null]),
  ).toContainEqual(['/operator', true]);
  expect(screen.queryByRole('button', { name: /^Paid another way/ })).toBeNull();
});

test.each([
  ['guarantee', /^The guarantee still runs/],
  ['locked', /^The coach is locked/],
])('warns before a payout that waits: %s', async (because, warning) => {
  const until = '2026-11-30T12:00:00Z';
  await open({ status: 'completed', share: { ...due, waits: { because, until } } });
  expect(screen.getByText(/^The guarantee still runs/)).toBeTruthy();
  expect(screen.getByText(warning)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Paid another way/ })).toBeTruthy();
});

test('counts what was paid, not the price', async () => {
  const SETTLE = 'POST /api/operator/bookings/12/settle/';
  const wrong = { status: 'completed', amount: 80, refunded: 5, refund: 'failed' };
  const { recorded } = await open(
    { ...wrong, share: { ...due, paid: 75, waits: { because: 'refund', until: null } } },
    { [SETTLE]: () => ({ detail: 'Recorded' }) },
  );
  expect(screen.getByText('$75.00, refund failed')).toBeTruthy();
  expect(screen.getByText('$80.00')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Refunded booking 12 another way' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Recorded']));
  expect(recorded.confirms).toEqual([expect.stringMatching(/^Did you pay \$70\.00 back/)]);
});

test('links to the payment at Stripe', async () => {
  const payment_url = 'https://dashboard.stripe.com/payments/pi_1';
  await open({ payment_url });
  expect(screen.getByRole('link', { name: 'pi_1' }).getAttribute('href')).toBe(payment_url);
});
