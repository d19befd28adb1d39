import { ApiError } from '@carry/remote-kit';
import {
  asOtherServer,
  type FakeAnswer,
  type FakeShellOptions,
} from '@carry/remote-kit/fake-shell';
import { MAX_NOTES } from '@carry/remote-kit/limits';
import { paths } from '@carry/remote-kit/paths';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const STATUS = 'PATCH /api/bookings/1/status/';
const NOTES = 'PATCH /api/bookings/1/notes/';
const booking = {
  ...{
    id: 1,
    session_time: '2026-11-22T15:30:00Z',
    duration_minutes: 60,
    service_type: 'one_on_one',
  },
  ...{ status: 'confirmed', contact_info: 'kim#1', details: 'Aim.', notes: 'Calm.', amount: 25 },
};
const open = (
  answers: Record<string, FakeAnswer> = {},
  options: FakeShellOptions = {},
  path = '/coach/bookings/1',
) =>
  openPage(remote, path, {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/bookings/': () => [booking], ...answers },
    now: () => NOW,
    ...options,
  });
const failWith =
  (status = 500) =>
  () =>
    Promise.reject(new ApiError('http', status));
const status = async () => (await screen.findByLabelText('Update Status')) as HTMLSelectElement;
const notes = () => screen.getByLabelText('Coach Notes') as HTMLTextAreaElement;

afterEach(cleanup);

test('shows the booking and its countdown', async () => {
  await open();
  expect(await screen.findByText('Starts in 3 hours 30 minutes')).toBeTruthy();
  for (const words of ['one on one', '60 minutes', '$25.00', 'kim#1', 'Aim.'])
    expect(screen.getByText(words)).toBeTruthy();
});

test('shows the quantity of an unscheduled service', async () => {
  const plan = { ...booking, session_time: null, duration_minutes: 0, quantity: 2 };
  await open({ 'GET /api/bookings/': () => [plan] });
  expect(await screen.findByText('2 units')).toBeTruthy();
});

const page = {
  ...{
    ...booking,
    reader: 'coach',
    timed: true,
    unread: 0,
    student_name: 'Kim',
    student_booking: 1,
  },
  ...{ time_zone: 'Asia/Tokyo', paid_at: null, receipt_path: null, writable: true },
  ...{ place: { kind: 'link', url: 'https://meet.example/nova' }, has_review: false },
  history: [{ at: '2026-11-20T10:00:00Z', what: 'booked', from: null, to: null }],
};
const PAGE = 'GET /api/bookings/1/';
const withPage = (more: object = {}, answers: Record<string, FakeAnswer> = {}) =>
  open({
    'GET /api/bookings/': () => [{ ...booking, unread: 0 }],
    [PAGE]: () => ({ ...page, ...more }),
    'GET /api/bookings/1/messages/': () => ({ messages: [], older: null, seen: 0 }),
    ...answers,
  });

test("shows times in the coach's zone, the place and messages", async () => {
  await withPage({ session_time: '2026-11-28T20:00:00Z' });
  expect(await screen.findByText(/Sunday.*05:00$/)).toBeTruthy();
  expect(screen.getByText('Kim · 1st booking')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'https://meet.example/nova' })).toBeTruthy();
  expect(screen.getByLabelText('Message to Kim')).toBeTruthy();
  expect(screen.getByText('Booked and paid')).toBeTruthy();
});

test('shows which part of a long booking is held', async () => {
  await withPage({ duration_minutes: 240, held_minutes: 120 });
  const length = await screen.findByText(/^120 of 240 minutes/);
  expect(length.textContent).toContain(
    'Please message your student to arrange the remaining 2 hours.',
  );
});

test('shows the policy of the booking', async () => {
  const cancel_until = '2026-11-28T08:00:00Z';
  const refund_until = '2026-11-30T21:00:00Z';
  await withPage({ cancel_until, refund_until });
  expect(
    await screen.findByText(/^Free for your student to move or cancel until Sat.*17:00/),
  ).toBeTruthy();
  const link = screen.getByRole('link', { name: 'How refunds work' });
  expect(link.getAttribute('href')).toBe('/refunds');
  cleanup();
  await withPage({ status: 'completed', cancel_until: null, refund_until });
  expect(await screen.findByText(/^Money-back guarantee until Tue.*06:00/)).toBeTruthy();
});

test("shows the student's review and the reply", async () => {
  const review = { rating: 4, comment: 'Great tips.', reply: null };
  await withPage({ status: 'completed', review });
  const section = await screen.findByRole('region', { name: "Your student's review" });
  expect(within(section).getByText('Great tips.')).toBeTruthy();
  expect(within(section).queryByText('Your reply:')).toBeNull();
  expect(screen.getByRole('link', { name: 'Reply on your reviews page' })).toBeTruthy();
  cleanup();
  await withPage({ status: 'completed', review: { ...review, reply: 'Thanks, Kim.' } });
  expect(await screen.findByText('Thanks, Kim.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit your reply on your reviews page' })).toBeTruthy();
  cleanup();
  await withPage();
  await status();
  expect(screen.queryByRole('region', { name: "Your student's review" })).toBeNull();
});

test('keeps the newest of several refreshes', async () => {
  let finish = (_: object) => {};
  const late = new Promise((resolve) => {
    finish = resolve;
  });
  const pages: unknown[] = [page, late];
  await withPage(
    {},
    {
      'GET /api/bookings/1/events/': () => new Promise(() => {}),
      [PAGE]: () => pages.shift() ?? { ...page, details: 'New details' },
    },
  );
  await status();
  for (let times = 0; times < 2; times++)
    await act(async () => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('New details')).toBeTruthy();
  await act(async () => finish(page));
  expect(screen.getByText('New details')).toBeTruthy();
});

test('keeps a cancellation that arrives before a refusal', async () => {
  let refuse = (_: unknown) => {};
  const pages: unknown[] = [page];
  await withPage(
    {},
    {
      'GET /api/bookings/1/events/': () => new Promise(() => {}),
      [PAGE]: () => pages.shift() ?? { ...page, status: 'cancelled' },
      [STATUS]: () => new Promise((_, reject) => (refuse = reject)),
    },
  );
  const select = await status();
  await act(async () => void fireEvent.change(select, { target: { value: 'completed' } }));
  await act(async () => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(select.value).toBe('cancelled'));
  await act(async () => refuse(new ApiError('http', 409)));
  expect(select.value).toBe('cancelled');
});

test('delivers a result after a prompt', async () => {
  const DELIVER = 'POST /api/bookings/1/deliver/';
  const message = {
    ...{ id: 4, author: 'coach', kind: 'delivery' },
    text: 'https://example.com/r',
  };
  const { recorded } = await withPage(
    { session_time: null, timed: false, place: null },
    { [DELIVER]: () => ({ ...message, sent_at: '2026-11-24T12:00:00Z', files: [] }) },
  );
  fireEvent.change(await screen.findByLabelText('Result'), { target: { value: message.text } });
  fireEvent.click(screen.getByRole('button', { name: 'Deliver result' }));
  expect(await screen.findByRole('link', { name: message.text })).toBeTruthy();
  expect(recorded.confirms).toHaveLength(1);
  expect(recorded.calls.find(({ call }) => call === DELIVER)?.body).toMatchObject({
    text: message.text,
    files: [],
  });
});

test('delivers an edited result with a new key after a lost response', async () => {
  const keys: string[] = [];
  await withPage(
    { session_time: null, timed: false, place: null },
    {
      'POST /api/bookings/1/deliver/': (body) => {
        keys.push((body as { key: string }).key);
        throw new ApiError('network', 0);
      },
    },
  );
  for (const text of ['Watch 2:10.', 'Watch 2:10.', 'Watch 2:10 and 7:40.']) {
    fireEvent.change(await screen.findByLabelText('Result'), { target: { value: text } });
    const { length } = keys;
    fireEvent.click(await screen.findByRole('button', { name: 'Deliver result' }));
    await waitFor(() => expect(keys).toHaveLength(length + 1));
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('asks a server without pages for the list only', async () => {
  const { recorded } = await open({ 'GET /api/bookings/': () => [booking, { ...booking, id: 2 }] });
  await status();
  expect(recorded.calls.map(({ call }) => call)).toEqual(['GET /api/bookings/?limit=1']);
  expect(screen.queryByText('Messages')).toBeNull();
});

test('changes the status after a prompt that names the refund', async () => {
  const { recorded } = await open({ [STATUS]: () => ({}) });
  fireEvent.change(await status(), { target: { value: 'cancelled' } });
  await waitFor(() => expect(recorded.toasts).toEqual(['Status updated']));
  expect(recorded.confirms).toEqual([
    'Confirm changing status to "CANCELLED"? (The student gets the full payment of $25.00 back, and an email about it.) [Keep booking | Cancel booking]',
  ]);
  expect([recorded.calls.at(-1), (await status()).value]).toEqual([
    { call: STATUS, body: { status: 'cancelled' } },
    'cancelled',
  ]);
});

test('keeps the status without confirmation or after a refusal', async () => {
  const { recorded } = await open({ [STATUS]: failWith() }, { confirm: false });
  fireEvent.change(await status(), { target: { value: 'completed' } });
  await waitFor(() => expect(recorded.confirms).toHaveLength(1));
  expect((await status()).value).toBe('confirmed');
  cleanup();
  const other = await open({ [STATUS]: failWith() });
  fireEvent.change(await status(), { target: { value: 'completed' } });
  await waitFor(() => expect(other.recorded.alerts).toEqual(['Failed to update status']));
  expect((await status()).value).toBe('confirmed');
});

test('sends changes of the status one after another', async () => {
  const answers: ((failure?: Error) => void)[] = [];
  const { recorded } = await open({
    [STATUS]: () =>
      new Promise((resolve, reject) => {
        answers.push((failure) => (failure ? reject(failure) : resolve({})));
      }),
  });
  const select = await status();
  const sent = () =>
    recorded.calls.flatMap(({ call, body }) =>
      call === STATUS ? [(body as { status: string }).status] : [],
    );
  fireEvent.change(select, { target: { value: 'completed' } });
  await waitFor(() => expect(sent()).toEqual(['completed']));
  fireEvent.change(select, { target: { value: 'cancelled' } });
  await waitFor(() => expect(recorded.confirms).toHaveLength(2));
  expect(sent()).toEqual(['completed']);
  await act(async () => answers[0]?.());
  await waitFor(() => expect(sent()).toEqual(['completed', 'cancelled']));
  await act(async () => answers[1]?.(new ApiError('http', 500)));
  await waitFor(() => expect(recorded.alerts).toEqual(['Failed to update status']));
  expect(select.value).toBe('completed');
});

test('saves notes once and keeps the draft after a failure', {
  tags: ['@extra-21'],
}, async () => {
  let answer: () => unknown = failWith();
  const { recorded, shell } = await open({ [NOTES]: () => answer() });
  await status();
  expect(notes().value).toBe('Calm.');
  fireEvent.change(notes(), { target: { value: 'Very calm.' } });
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save Notes' }));
  await waitFor(() => expect(recorded.alerts).toEqual(['Failed to update notes']));
  expect([notes().value, shell.drafts.load('notes/1')]).toEqual(['Very calm.', 'Very calm.']);
  answer = () => ({});
  fireEvent.click(await screen.findByRole('button', { name: 'Save Notes' }));
  fireEvent.click(screen.getByRole('button', { name: 'Saving...' }));
  expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeTruthy();
  expect(recorded.calls.filter(({ call }) => call === NOTES)).toHaveLength(2);
  expect(shell.drafts.load('notes/1')).toBeNull();
});

test('shows notes that another tab saved before it replaces them', async () => {
  const changed = 'Someone changed this in the meantime.';
  let stored = 'Calm.';
  const answers = {
    'GET /api/bookings/': () => [{ ...booking, notes: stored, unread: 0 }],
    [PAGE]: () => ({ ...page, notes: stored }),
    [NOTES]: (body: unknown) => {
      const { notes, seen } = body as { notes: string; seen: string };
      if (seen !== stored) throw new ApiError('http', 409, { detail: changed });
      stored = notes;
      return {};
    },
  };
  const { recorded, router, shell } = await open(answers);
  await status();
  fireEvent.change(notes(), { target: { value: 'Mine.' } });
  stored = 'Theirs.';
  shell.drafts.clear('notes/1'); // the other tab shares the drafts
  fireEvent.click(screen.getByRole('button', { name: 'Save Notes' }));
  await waitFor(() => expect(recorded.alerts).toEqual([`Failed to update notes (${changed})`]));
  expect(stored).toBe('Theirs.');

  await act(() => router.navigate('/coach-dashboard'));
  await act(() => router.navigate('/coach/bookings/1'));
  await status();
  expect(notes().value).toBe('Mine.');
  expect(screen.getByText('Theirs.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save Notes' }));
  expect(await screen.findByText(/^Saved /)).toBeTruthy();
  expect(stored).toBe('Mine.');
  expect(screen.queryByRole('button', { name: 'Use the saved notes' })).toBeNull();
});

test('finds and changes a booking with a text as id', async () => {
  const uuid = 'b/1f0c';
  const { recorded } = await open(
    {
      'GET /api/bookings/': () => asOtherServer([{ ...booking, id: uuid }]),
      'PATCH /api/bookings/b%2F1f0c/status/': () => ({}),
    },
    {},
    paths.coachBooking(uuid),
  );
  fireEvent.change(await status(), { target: { value: 'cancelled' } });
  await waitFor(() => expect(recorded.toasts).toEqual(['Status updated']));
});

test('shows "not found" for a missing booking or failed list', async () => {
  await open({}, {}, '/coach/bookings/9');
  expect((await screen.findByRole('alert')).textContent).toBe('Booking not found.');
  cleanup();
  await open({ 'GET /api/bookings/': failWith() });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Booking not found.Unable to load bookings.',
  );
});

test('rejects notes over the limit and shows refusals', async () => {
  const refusal = new ApiError('http', 400, { detail: 'Notes: must not contain NUL' });
  const { recorded } = await withPage({}, { [NOTES]: () => Promise.reject(refusal) });
  await screen.findByLabelText('Coach Notes');
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Notes' }));
  fireEvent.change(notes(), { target: { value: 'a'.repeat(MAX_NOTES + 1) } });
  save();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please use at most 20,000 characters.',
  );
  expect(recorded.calls.filter(({ call }) => call === NOTES)).toEqual([]);
  fireEvent.change(notes(), { target: { value: 'a'.repeat(MAX_NOTES) } });
  save();
  await waitFor(() =>
    expect(recorded.alerts).toEqual(['Failed to update notes (Notes: must not contain NUL)']),
  );
});

test('keeps notes typed while saving, as a draft', async () => {
  let respond: () => void = () => {};
  const { shell } = await open({
    [NOTES]: () => new Promise((resolve) => (respond = () => resolve({ detail: 'ok' }))),
  });
  await screen.findByLabelText('Coach Notes');
  fireEvent.change(notes(), { target: { value: 'Aim drills.' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save Notes' })));
  fireEvent.change(notes(), { target: { value: 'Aim drills. Watch the replay.' } });
  await act(async () => respond());
  expect(notes().value).toBe('Aim drills. Watch the replay.');
  expect(shell.drafts.load('notes/1')).toBe('Aim drills. Watch the replay.');
  expect(shell.drafts.load('notes/1/seen')).toBe('Aim drills.');
  expect(screen.queryByText(/^Saved/)).toBeNull();
});

test('shows the share of the booking and when it is paid', async () => {
  const sums = { paid: 25, commission: 3.75, refunded: 0, paid_out: 0, pending: 21.25 };
  const waits = { because: 'account', until: null };
  await withPage({ share: { ...sums, waits } });
  expect(screen.getByRole('heading', { name: 'Your share' })).toBeTruthy();
  expect(screen.getByText("$21.25, your payout account isn't ready yet")).toBeTruthy();
});

test('offers the page again after the login it leads to', async () => {
  const visitor = await open({}, { auth: { status: 'signed-out' } });
  expect(visitor.router.state.location.pathname).toBe('/login');
  expect(visitor.shell.drafts.offers()).toEqual([
    { path: '/coach/bookings/1', title: 'to booking 1' },
  ]);
  cleanup();
  const coach = await open({}, { drafts: { return: true } });
  await status();
  expect(coach.shell.drafts.keys()).not.toContain('return');
  act(() => coach.shell.auth.signOut());
  await act(() => coach.router.revalidate());
  expect(coach.router.state.location.pathname).toBe('/login');
  expect(coach.shell.drafts.offers()).toEqual([]); // a sign-out leaves no trace
});
