import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer, FakeShellOptions } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const PAGE = 'GET /api/bookings/3/';
const LIST = 'GET /api/bookings/3/messages/';
const SEND = 'POST /api/bookings/3/messages/';
const READ = 'POST /api/bookings/3/messages/read/';
const UPLOAD = 'POST /api/bookings/3/files/?name=match.dem';

const session = {
  ...{ id: 3, reader: 'student', status: 'confirmed', timed: true, unread: 0 },
  ...{ coach_name: 'Nova', service_name: 'One-on-one coaching', service_type: 'one_on_one' },
  ...{ session_time: '2026-11-28T20:00:00Z', duration_minutes: 60, joined: true },
  ...{ quantity: 1, amount: 25, refund: 'none', refunded: 0, has_review: false },
  ...{ cancel_until: '2026-11-28T08:00:00Z', move_until: '2026-11-28T08:00:00Z' },
  ...{ student_name: 'Kim', student_booking: 1, contact_info: 'kim#1', details: 'Aim.', notes: '' },
  ...{ time_zone: 'Asia/Tokyo', paid_at: '2026-11-24T10:00:00Z', writable: true },
  receipt_path: '/booking-success?session_id=cs_1',
  place: { kind: 'discord', url: 'https://discord.com/channels/1' },
  history: [
    { at: '2026-11-24T10:00:00Z', what: 'booked', from: null, to: null },
    {
      ...{ at: '2026-11-24T11:00:00Z', what: 'moved' },
      ...{ from: '2026-11-27T20:00:00Z', to: '2026-11-28T20:00:00Z' },
    },
  ],
};
const message = (id: number, author: 'student' | 'coach', text: string, more = {}) => ({
  ...{ id, author, kind: 'text', text, sent_at: '2026-11-24T12:00:00Z', files: [] },
  ...more,
});
const conversation = (...messages: object[]) => ({ messages, older: null, seen: 0 });

const open = (answers: Record<string, FakeAnswer> = {}, options: FakeShellOptions = {}) =>
  openPage(remote, '/sessions/3', {
    auth: { status: 'signed-in' },
    answers: {
      [PAGE]: () => session,
      [LIST]: () => conversation(),
      [READ]: () => ({ detail: 'Read' }),
      ...answers,
    },
    now: () => NOW,
    ...options,
  });
const field = async () => (await screen.findByLabelText('Message to Nova')) as HTMLTextAreaElement;
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(cleanup);

test('shows one clock and the zone of the mails everywhere', async () => {
  await open();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'One-on-one coaching',
  );
  expect(screen.getByRole('heading', { name: /Sunday.*05:00 – 06:00/ })).toBeTruthy();
  expect(screen.getByText('Asia/Tokyo')).toBeTruthy();
  expect(screen.getByText(/^Moved from Sat.*05:00 to Sun.*05:00$/)).toBeTruthy();
  expect(screen.getByText(/^Free until Sat.*17:00$/)).toBeTruthy();
  expect(screen.getByText(/^Free to move or cancel until Sat.*17:00/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Booking 3' })).toBeTruthy();
});

test('links to Discord, or to the room of the coach', async () => {
  await open();
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByText('How to join');
  expect(href('Open Discord')).toBe('https://discord.com/channels/1');
  cleanup();
  await open({
    [PAGE]: () => ({ ...session, place: { kind: 'link', url: 'https://meet.example/nova' } }),
  });
  await screen.findByText('How to join');
  expect(href('Join session')).toBe('https://meet.example/nova');
});

test('has a primary button for Discord only until it is connected', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Open Discord' });
  expect(link.className).not.toMatch(/primary/);
  cleanup();
  await open({ [PAGE]: () => ({ ...session, joined: false }) });
  const connect = await screen.findByRole('button', { name: /^Connect Discord/ });
  expect(connect.className).toMatch(/primary/);
});

test('connects Discord from the page', async () => {
  const { recorded } = await open({
    [PAGE]: () => ({ ...session, joined: false }),
    'GET /api/oauth/discord/start/?booking=3': () => ({
      url: 'https://discord.com/oauth2/authorize',
    }),
  });
  await screen.findByText('/claim 3');
  press('Connect Discord & Join Channel');
  await waitFor(() => expect(recorded.left).toEqual(['https://discord.com/oauth2/authorize']));
});

test('sends one message for a double click', async () => {
  const { recorded, shell } = await open({ [SEND]: () => message(7, 'student', 'Hi.') });
  await write('Hi.');
  press('Send');
  press('Sending...');
  expect(within(await screen.findByRole('log')).getByText('Hi.')).toBeTruthy();
  expect(recorded.calls.filter(({ call }) => call === SEND)).toHaveLength(1);
  expect((await field()).value).toBe('');
  expect(shell.drafts.keys()).toEqual([]);
});

test('keeps text and idempotency key after a failure and another visit', async () => {
  const fail = () => Promise.reject(new ApiError('network', 0));
  const { recorded, router } = await open({ [SEND]: fail });
  const sent = () => recorded.calls.filter(({ call }) => call === SEND);
  await write('Important.');
  press('Send');
  expect((await screen.findByRole('alert')).textContent).toContain("It's still here");
  expect((await field()).value).toBe('Important.');
  press('Send');
  await waitFor(() => expect(sent()).toHaveLength(2));
  await screen.findByRole('button', { name: 'Send' });
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/sessions/3'));
  expect((await field()).value).toBe('Important.');
  press('Send');
  await waitFor(() => expect(sent()).toHaveLength(3));
  const keys = sent().map(({ body }) => (body as { key: string }).key);
  expect(new Set(keys).size).toBe(1);
});

test('sends an edited message with a new key after a lost response', async () => {
  const stored = new Map<string, string>();
  let isLost = true;
  const { recorded, shell } = await open({
    [SEND]: (body) => {
      const { key, text } = body as { key: string; text: string };
      if (!stored.has(key)) stored.set(key, text);
      if (isLost) throw new ApiError('network', 0);
      return message(7, 'student', stored.get(key) ?? '');
    },
  });
  await write('Hi.');
  press('Send');
  await screen.findByRole('alert');
  await write('Hi. Can we start later?');
  isLost = false;
  press('Send');
  expect(
    await within(await screen.findByRole('log')).findByText('Hi. Can we start later?'),
  ).toBeTruthy();
  expect([...stored.values()]).toEqual(['Hi.', 'Hi. Can we start later?']);
  expect(recorded.calls.filter(({ call }) => call === SEND)).toHaveLength(2);
  expect(shell.drafts.keys()).toEqual([]);
});

test('sends an added file with a new key after a lost response', async () => {
  const keys: string[] = [];
  await open({
    [UPLOAD]: () => ({ id: 5, name: 'match.dem', size: 2_200_000 }),
    [SEND]: (body) => {
      keys.push((body as { key: string }).key);
      throw new ApiError('network', 0);
    },
  });
  const send = async () => {
    const sent = keys.length;
    press('Send');
    await waitFor(() => expect(keys).toHaveLength(sent + 1));
    await screen.findByRole('button', { name: 'Send' });
  };
  await write('Hi.');
  await send();
  fireEvent.change(screen.getByLabelText('Files'), {
    target: { files: [new File(['PBDEMS2'], 'match.dem')] },
  });
  await screen.findByText('2.1 MB');
  await send();
  press('Remove match.dem');
  await send();
  const [first, withFile, again] = keys;
  expect(withFile).not.toBe(first);
  expect(again).toBe(first);
});

test('sends files, and states why one was refused', async () => {
  const refused = new ApiError('http', 507, { detail: "We can't store files right now." });
  let answer: () => unknown = () => Promise.reject(refused);
  const { recorded } = await open({
    [UPLOAD]: () => answer(),
    [SEND]: () => message(8, 'student', ''),
  });
  await field();
  const choose = () =>
    fireEvent.change(screen.getByLabelText('Files'), {
      target: { files: [new File(['PBDEMS2'], 'match.dem')] },
    });
  choose();
  expect(await screen.findByText("We can't store files right now.")).toBeTruthy();
  press('Remove match.dem');
  answer = () => ({ id: 5, name: 'match.dem', size: 2_200_000 });
  choose();
  expect(await screen.findByText('2.1 MB')).toBeTruthy();
  press('Send');
  await waitFor(() =>
    expect(recorded.calls.find(({ call }) => call === SEND)?.body).toMatchObject({
      text: '',
      files: [5],
    }),
  );
});

test('refuses a file over 20 MB before the upload', async () => {
  const { recorded } = await open();
  await field();
  const large = new File(['x'], 'match.dem');
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
  fireEvent.change(screen.getByLabelText('Files'), { target: { files: [large] } });
  expect(await screen.findByText('This file is larger than 20 MB.')).toBeTruthy();
  expect(recorded.calls.some(({ call }) => call === UPLOAD)).toBe(false);
});

test('reads new messages by events and marks them as read', async () => {
  let messages = conversation();
  let onEvent: (name: string) => void = () => {};
  const { recorded } = await open({
    [LIST]: () => messages,
    'GET /api/bookings/3/events/': (listener) => {
      onEvent = listener as typeof onEvent;
      return new Promise(() => {});
    },
  });
  await screen.findByText(/^No messages yet/);
  messages = conversation(message(9, 'coach', 'See https://example.com/a.'));
  act(() => onEvent('change'));
  const link = await screen.findByRole('link', { name: 'https://example.com/a' });
  expect(link.getAttribute('rel')).toContain('noopener');
  await waitFor(() =>
    expect(recorded.calls.find(({ call }) => call === READ)?.body).toEqual({ last: 9 }),
  );
});

test('reports a message of the coach', async () => {
  const { recorded } = await open({
    [LIST]: () => conversation(message(9, 'coach', 'Rude.')),
    'POST /api/bookings/3/messages/9/report/': () => ({ detail: 'Thanks!' }),
  });
  await screen.findByText('Rude.');
  press('Report');
  expect(document.activeElement).toBe(screen.getByLabelText("What's wrong with this message?"));
  fireEvent.change(screen.getByLabelText("What's wrong with this message?"), {
    target: { value: 'Insult.' },
  });
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  press('Send report');
  const thanks = await screen.findByText("Thanks! We'll take a look.");
  expect(document.activeElement).toBe(thanks);
  expect(recorded.calls.at(-1)?.body).toEqual({ reason: 'Insult.' });
});

test('shows a delivered result without time, join and microphone', async () => {
  const delivery = message(4, 'coach', 'https://example.com/review', { kind: 'delivery' });
  await open({
    [PAGE]: () => ({
      ...session,
      session_time: null,
      timed: false,
      place: null,
      status: 'completed',
      delivered_at: '2026-11-24T12:00:00Z',
    }),
    [LIST]: () => conversation(delivery),
  });
  expect(await screen.findByRole('heading', { name: 'Your result' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Delivered' })).toBeTruthy();
  for (const words of ['How to join', 'TBD', 'Joined', /mic,/])
    expect(screen.queryByText(words)).toBeNull();
});

test('shows a result that is not among the newest messages', async () => {
  const delivery = message(4, 'coach', 'https://example.com/review', { kind: 'delivery' });
  await open({ [LIST]: () => ({ ...conversation(), older: 90, results: [delivery] }) });
  expect(await screen.findByRole('heading', { name: 'Your result' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'https://example.com/review' })).toBeTruthy();
});

test('has no field for a coach who is locked or gone', async () => {
  await open({ [PAGE]: () => ({ ...session, writable: false }) });
  expect((await screen.findByText(/can't receive/)).textContent).toMatch(/^Nova can't/);
  expect(screen.queryByLabelText('Message to Nova')).toBeNull();
});

test('keeps the newest of several refreshes', async () => {
  let finish = (_: object) => {};
  const pages = [session, new Promise<object>((resolve) => (finish = resolve))];
  await open({
    'GET /api/bookings/3/events/': () => new Promise(() => {}),
    [PAGE]: () => pages.shift() ?? { ...session, status: 'completed' },
  });
  await screen.findByText('confirmed');
  for (let times = 0; times < 2; times++)
    await act(async () => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('completed')).toBeTruthy();
  await act(async () => finish(session));
  expect(screen.queryByText('confirmed')).toBeNull();
});

test('shows an order as delivered only with a result', async () => {
  const order = { ...session, session_time: null, timed: false, place: null };
  await open({ [PAGE]: () => ({ ...order, status: 'completed', delivered_at: null }) });
  expect(await screen.findByRole('heading', { name: 'No set time' })).toBeTruthy();
  cleanup();
  await open({ [PAGE]: () => ({ ...order, delivered_at: '2026-11-24T12:00:00Z' }) });
  expect(await screen.findByRole('heading', { name: 'Delivered' })).toBeTruthy();
  expect(screen.queryByText(/will send you the result/)).toBeNull();
});

test('links to the receipt and to the calendar', async () => {
  const calendar_url = 'https://api.example/calendar/3/s/session.ics';
  await open({ [PAGE]: () => ({ ...session, calendar_url }) });
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('heading', { name: 'Booking 3' });
  expect(href('Receipt')).toBe('/booking-success?session_id=cs_1');
  expect(href('Add to calendar')).toBe(calendar_url);
  cleanup();
  await open({ [PAGE]: () => ({ ...session, calendar_url: null, receipt_path: null }) });
  await screen.findByRole('heading', { name: 'Booking 3' });
  for (const name of ['Receipt', 'Add to calendar'])
    expect(screen.queryByRole('link', { name })).toBeNull();
});

const review = { rating: 4, comment: 'Great tips.', reply: 'Thanks, Kim.' };

test("shows the student's own review with its reply", async () => {
  const completed = { ...session, status: 'completed', has_review: true };
  await open({ [PAGE]: () => ({ ...completed, review }) });
  const section = await screen.findByRole('region', { name: 'Your review' });
  expect(within(section).getByText('Great tips.')).toBeTruthy();
  expect(within(section).getByText('Thanks, Kim.')).toBeTruthy();
  expect(within(section).getByRole('img').getAttribute('aria-label')).toMatch(/^4/);
  expect(screen.queryByRole('button', { name: 'Leave a Review' })).toBeNull();
});

test('cancels the session and reads its page again', async () => {
  let status = 'confirmed';
  const { recorded } = await open({
    [PAGE]: () => ({ ...session, status, ...(status === 'cancelled' && { refund: 'due' }) }),
    'POST /api/my-sessions/3/cancel/': () => {
      status = 'cancelled';
      return { detail: 'Session cancelled' };
    },
  });
  await screen.findByRole('button', { name: 'Cancel session' });
  press('Cancel session');
  expect(await screen.findByText(/^We're refunding your payment of \$25\.00\./)).toBeTruthy();
  expect(recorded.confirms).toEqual([
    expect.stringContaining('Cancel your session with Nova? (This cancels your session.'),
  ]);
  await waitFor(() =>
    expect(recorded.calls.filter(({ call }) => call === PAGE).length).toBeGreaterThan(1),
  );
  for (const name of ['Cancel session', 'Move session'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByText('How to join')).toBeNull();
});

test('requests a refund with a reason', async () => {
  const REFUND = 'POST /api/my-sessions/3/refund/';
  const completed = { ...session, status: 'completed', cancel_until: null };
  let answer = { refund: 'none', refund_until: '2026-11-27T12:00:00Z' as string | null };
  const { recorded } = await open({
    [PAGE]: () => ({ ...completed, ...answer }),
    [REFUND]: () => {
      answer = { refund: 'due', refund_until: null };
      return { detail: 'Refund requested' };
    },
  });
  expect(await screen.findByText(/^Not satisfied\? Ask for your money back until/)).toBeTruthy();
  press('Request a refund');
  fireEvent.change(await screen.findByLabelText('What went wrong?'), {
    target: { value: 'No show.' },
  });
  press('Send Request');
  expect(await screen.findByText(/^We're refunding your payment of \$25\.00\./)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/^Not satisfied\?/)).toBeNull());
  expect(recorded.calls.find(({ call }) => call === REFUND)?.body).toEqual({ reason: 'No show.' });
  expect(screen.queryByRole('button', { name: 'Request a refund' })).toBeNull();
});

test('shows "not found" for another server and for a strange number', async () => {
  await open({ [PAGE]: () => Promise.reject(new ApiError('http', 404)) });
  expect(await screen.findByRole('heading', { name: 'Session not found' })).toBeTruthy();
  cleanup();
  await openPage(remote, '/sessions/01', { auth: { status: 'signed-in' } });
  expect(await screen.findByRole('heading', { name: 'Session not found' })).toBeTruthy();
});
