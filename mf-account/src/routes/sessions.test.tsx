import { ApiError } from '@carry/remote-kit';
import {
  asOtherServer,
  type FakeAnswer,
  type FakeShellOptions,
} from '@carry/remote-kit/fake-shell';
import { MAX_REASON } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useTestWidget } from '../../test/widget';
import remote from '../remote';

afterEach(cleanup);
const widget = useTestWidget();

const NOW = Date.parse('2026-11-22T12:00:00Z');
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const upcoming = {
  id: 3,
  coach_name: 'Nova',
  session_time: inHours(30),
  duration_minutes: 60,
  status: 'confirmed',
  amount: 25,
  refund: 'none',
};
const completed = {
  ...upcoming,
  id: 4,
  session_time: inHours(-3),
  status: 'completed',
  has_review: true,
};
const CANCEL = 'POST /api/my-sessions/3/cancel/';
const REFUND = 'POST /api/my-sessions/4/refund/';

async function open(
  sessions: object[],
  answers: Record<string, FakeAnswer> = {},
  options: FakeShellOptions = {},
) {
  const list = { 'GET /api/my-sessions/': () => sessions };
  const { recorded } = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: { ...list, ...answers },
    now: () => NOW,
    ...options,
  });
  await screen.findAllByRole('listitem');
  await act(async () => {}); // the server's time arrives
  return recorded;
}
const refuse = (detail: string) => () => Promise.reject(new ApiError('http', 409, { detail }));
const button = (name: string) => screen.queryByRole('button', { name });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const calls = (recorded: { calls: { call: string; body: unknown }[] }) =>
  recorded.calls.filter(({ call }) => call.startsWith('POST'));

test('cancels a session and focuses the refund note', {
  tags: ['@fault-student-cancel'],
}, async () => {
  const recorded = await open([{ ...upcoming, cancel_until: inHours(18) }], {
    [CANCEL]: () => ({ detail: 'Session cancelled' }),
  });
  await press('Cancel session');
  const note = await screen.findByText(
    "We're refunding your payment of $25.00. Your bank may take up to ten days to show it.",
  );
  expect(recorded.confirms).toEqual([
    "Cancel your session with Nova? (This cancels your session. You get your full payment of $25.00 back, and we'll email you a confirmation. You can't undo this.) [Keep session | Cancel session]",
  ]);
  expect(within(screen.getByRole('listitem')).getByText('cancelled')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect(button('Cancel session')).toBeNull();
  expect(calls(recorded)).toEqual([{ call: CANCEL, body: {} }]);
});

const TIMES = `GET /api/my-sessions/3/times/?from=${encodeURIComponent(new Date(NOW).toISOString())}`;
const LATER = `GET /api/my-sessions/3/times/?from=${encodeURIComponent(inHours(168))}`;
const MOVE = 'POST /api/my-sessions/3/move/';
const movable = { ...upcoming, move_until: inHours(18), cancel_until: inHours(18) };
const chosen = () => document.querySelectorAll<HTMLInputElement>('input[name=start]');

test('moves a session, loading times by the week', {
  tags: ['@extra-11'],
}, async () => {
  const recorded = await open([movable], {
    [TIMES]: () => ({ starts: [inHours(31), inHours(50)], next: inHours(168) }),
    [LATER]: () => ({ starts: [inHours(170)], next: null }),
    [MOVE]: () => ({ detail: '', session_time: inHours(170), move_until: inHours(158) }),
  });
  await press('Move session');
  await press('Show later times');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /, 1 time$/ })).toHaveLength(3));
  expect(chosen()).toHaveLength(1); // one day is open at a time
  expect(button('Show later times')).toBeNull();
  await press('Move to this time');
  expect(await screen.findByText('Please choose a new time.')).toBeTruthy();
  expect(calls(recorded)).toEqual([]);
  fireEvent.click(screen.getAllByRole('button', { name: /, 1 time$/ })[2] as HTMLElement);
  const time = chosen()[0] as HTMLElement;
  expect(time.nextElementSibling?.textContent).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);
  fireEvent.click(time);
  await press('Move to this time');
  const note = await screen.findByText(/^Moved from /);
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect(document.querySelector('time')?.dateTime).toBe(inHours(170));
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(calls(recorded)).toEqual([
    { call: MOVE, body: { session_time: inHours(170), time_zone } },
  ]);
  expect(button('Move session')).toBeTruthy(); // can be moved again
});

test("shows the booking's zone and keeps it in a move", async () => {
  const start = '2026-11-24T16:00:00Z';
  const recorded = await open(
    [{ ...movable, session_time: inHours(30), time_zone: 'Asia/Tokyo', moved_from: start }],
    {
      [TIMES]: () => ({ starts: [start], next: null }),
      [MOVE]: () => ({ detail: '', session_time: start, move_until: inHours(40) }),
    },
  );
  expect(screen.getByText('Asia/Tokyo').parentElement?.textContent).toMatch(
    /, 03:00 Asia\/Tokyo time$/,
  );
  expect(screen.getByText(/^Moved from .*, 01:00\.$/)).toBeTruthy();
  expect(screen.getByText(/^Free until .*, 15:00$/)).toBeTruthy();
  await press('Move session');
  await waitFor(() => expect(chosen()).toHaveLength(1));
  fireEvent.click(chosen()[0] as HTMLElement);
  await press('Move to this time');
  const body = { session_time: start, time_zone: 'Asia/Tokyo' };
  await waitFor(() => expect(calls(recorded)).toEqual([{ call: MOVE, body }]));
});

test.each([
  ['of an upcoming session', { ...movable }, 'https://api.example/calendar/3/x/session.ics'],
  ['of a cancelled session', { ...movable, status: 'cancelled' }, null],
])('links the calendar file %s to %s', async (_, session, shown) => {
  await open([{ ...session, calendar_url: 'https://api.example/calendar/3/x/session.ics' }]);
  const link = screen.queryByRole<HTMLAnchorElement>('link', { name: 'Add to calendar' });
  expect(link?.href ?? null).toBe(shown);
});

test('does not link a javascript: URL', async () => {
  await open([{ ...movable, calendar_url: 'javascript:alert(1)' }]);
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull();
});

test('keeps the form open if the time is taken', async () => {
  const gone = refuse('This time is no longer available.');
  const recorded = await open([movable], {
    [TIMES]: () => ({ starts: [inHours(31)], next: null }),
    [MOVE]: gone,
  });
  await press('Move session');
  await waitFor(() => expect(chosen()).toHaveLength(1));
  fireEvent.click(chosen()[0] as HTMLElement);
  await press('Move to this time');
  await waitFor(() =>
    expect(recorded.alerts).toEqual([
      'Failed to move the session (This time is no longer available.)',
    ]),
  );
  expect(document.querySelector('time')?.dateTime).toBe(movable.session_time);
  await waitFor(() => expect(chosen()).toHaveLength(1)); // loaded again
});

test("retries failed times and shows the server's refusal", async () => {
  const answers = [
    () => Promise.reject(new ApiError('http', 503)),
    () => ({ starts: [], next: null }),
    refuse('It is too late to move this session.'),
  ];
  await open([movable], { [TIMES]: () => answers.shift()?.() });
  await press('Move session');
  expect(await screen.findByText("We couldn't load the times.")).toBeTruthy();
  await press('Retry');
  expect(await screen.findByText('Your coach has no other times.')).toBeTruthy();
  await press('Keep current time');
  await press('Move session');
  expect(await screen.findByText('It is too late to move this session.')).toBeTruthy();
  expect(button('Retry')).toBeNull();
});

test('cancels nothing without confirmation', async () => {
  const recorded = await open([{ ...upcoming, cancel_until: inHours(18) }], {}, { confirm: false });
  await press('Cancel session');
  await act(async () => {});
  expect(recorded.confirms).toHaveLength(1);
  expect(calls(recorded)).toEqual([]);
});

test('keeps the session if the server refuses to cancel', async () => {
  const late = refuse('It is too late.');
  const recorded = await open([{ ...upcoming, cancel_until: inHours(18) }], { [CANCEL]: late });
  await press('Cancel session');
  await waitFor(() =>
    expect(recorded.alerts).toEqual(['Failed to cancel the session (It is too late.)']),
  );
  expect(screen.getByText('confirmed')).toBeTruthy();
  expect(button('Cancel session')).toBeTruthy();
});

test.each([
  ['from another server', upcoming, completed],
  [
    'past its deadline',
    { ...upcoming, cancel_until: inHours(-1), move_until: inHours(-1) },
    { ...completed, refund_until: inHours(-1) },
  ],
  [
    'with invalid deadlines',
    { ...upcoming, cancel_until: 'tomorrow', move_until: 'tomorrow' },
    { ...completed, refund_until: 7 },
  ],
  [
    'with another status',
    { ...upcoming, status: 'cancelled', cancel_until: inHours(9), move_until: inHours(9) },
    { ...completed, status: 'x', refund_until: inHours(9) },
  ],
  [
    'already refunded',
    { ...upcoming, cancel_until: null },
    { ...completed, refund: 'returned', refund_until: inHours(9) },
  ],
])(
  'offers no action for a session %s',
  { tags: ['@fault-student-other-servers'] },
  async (_, one, other) => {
    await open([], { 'GET /api/my-sessions/': () => asOtherServer([one, other]) });
    const offered = ['Cancel session', 'Move session', 'Request a refund'].map(button);
    expect(offered).toEqual([null, null, null]);
  },
);

test('shows that a change is too late until the start', async () => {
  let now = NOW + 29 * 3_600_000;
  await open([{ ...movable, session_time: inHours(30) }], {}, { now: () => now });
  expect(await screen.findByText(/^It's too late to move or cancel/)).toBeTruthy();
  now += 3_600_000;
  await waitFor(() => expect(screen.queryByText(/^It's too late/)).toBeNull());
});

test('shows the deadline for free cancellation', {
  tags: ['@extra-11'],
}, async () => {
  await open([{ ...upcoming, cancel_until: '2026-03-04T09:05:00Z' }], {}, { now: () => 0 });
  expect(await screen.findByText(/^Free until Wed.*Mar 4.*\d\d:05$/)).toBeTruthy();
});

test("hides the cancel button at the deadline by the server's clock", {
  tags: ['@fault-student-other-servers'],
}, async () => {
  let now = NOW;
  await open([{ ...upcoming, cancel_until: inHours(1) }], {}, { now: () => now });
  expect(button('Cancel session')).toBeTruthy();
  now += 3_600_000;
  await waitFor(() => expect(button('Cancel session')).toBeNull());
});

test('requests a refund once and keeps the reason after a refusal', {
  tags: ['@fault-student-guarantee', '@extra-12'],
}, async () => {
  let refused = true;
  const answer = () => (refused ? refuse('Within 48 hours.')() : { detail: 'Refund requested' });
  const recorded = await open([{ ...completed, refund_until: inHours(40) }], { [REFUND]: answer });
  expect(screen.getByText(/^Not satisfied\? .* until Tue.* Nov 24.* 04:00\.$/)).toBeTruthy();
  await press('Request a refund');
  expect(
    screen.getByText(
      "You'll get your full payment of $25.00 back. We'll share what you write here with your coach.",
    ),
  ).toBeTruthy();
  fireEvent.change(screen.getByLabelText('What went wrong?'), { target: { value: 'No sound.' } });
  await press('Send Request');
  await waitFor(() =>
    expect(recorded.alerts).toEqual(['Failed to request the refund (Within 48 hours.)']),
  );
  expect((screen.getByLabelText('What went wrong?') as HTMLTextAreaElement).value).toBe(
    'No sound.',
  );
  refused = false;
  await press('Send Request');
  const note = await screen.findByText(/^We're refunding your payment of \$25\.00/);
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect([button('Request a refund'), button('Send Request')]).toEqual([null, null]);
  expect(screen.queryByText(/^Not satisfied/)).toBeNull();
  expect(calls(recorded).at(-1)).toEqual({ call: REFUND, body: { reason: 'No sound.' } });
});

test('rejects a reason over the limit and keeps it', async () => {
  const recorded = await open([{ ...completed, refund_until: inHours(40) }]);
  await press('Request a refund');
  const field = screen.getByLabelText('What went wrong?') as HTMLTextAreaElement;
  fireEvent.change(field, { target: { value: 'a'.repeat(MAX_REASON + 1) } });
  await press('Send Request');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please use at most 1,000 characters.',
  );
  expect(field.value).toHaveLength(MAX_REASON + 1);
  expect(calls(recorded).filter(({ call }) => call === REFUND)).toEqual([]);
});

test('sends a review once and keeps it after a refusal', async () => {
  let refused = true;
  const review = 'POST /api/reviews/';
  const answer = () =>
    refused ? Promise.reject(new ApiError('http', 400, { detail: 'Once only.' })) : {};
  const recorded = await open([{ ...completed, has_review: false }], { [review]: answer });
  await press('Leave a Review');
  expect((screen.getByLabelText('Rating') as HTMLSelectElement).value).toBe('5');
  fireEvent.change(screen.getByLabelText('Rating'), { target: { value: '4' } });
  fireEvent.change(screen.getByLabelText('Comment'), { target: { value: 'Good.' } });
  await press('Submit');
  await waitFor(() => expect(recorded.alerts).toEqual(['Error: Once only.']));
  expect((screen.getByLabelText('Comment') as HTMLTextAreaElement).value).toBe('Good.');
  refused = false;
  await press('Submit');
  await waitFor(() => expect(recorded.toasts).toEqual(['Review submitted!']));
  expect(calls(recorded).at(-1)?.body).toEqual({
    booking: 4,
    reviewer_name: 'Anonymous',
    rating: 4,
    comment: 'Good.',
  });
  expect([button('Leave a Review'), button('Submit')]).toEqual([null, null]);
});

test('redirects a visitor to the login', async () => {
  const { router } = await openPage(remote, '/sessions', widget.options);
  expect(router.state.location.pathname).toBe('/login');
});

test('counts down to the next session until it starts', async () => {
  let now = NOW;
  await open([{ ...upcoming, id: 8, session_time: inHours(50) }, upcoming], {}, { now: () => now });
  const soon = () => screen.getByText('Next session').parentElement?.textContent;
  expect(soon()).toBe('Next session Starts in 1 day 6 hours');
  expect(screen.getAllByRole('listitem')[0]?.querySelector('svg text')).toBeTruthy();
  now += 29.5 * 3_600_000;
  await waitFor(() => expect(soon()).toBe('Next session Starts in 30 minutes'));
  now += 3_600_000;
  await waitFor(() => expect(soon()).toBe('Next session Happening now'));
  expect(
    within(screen.getAllByRole('listitem')[0] as HTMLElement).getByText('Next session'),
  ).toBeTruthy();
});

test('lists upcoming sessions soonest first, past ones latest first', async () => {
  const createSession = (coach_name: string, hours: number, status: string) => ({
    ...upcoming,
    id: hours,
    coach_name,
    status,
    session_time: inHours(hours),
  });
  await open([
    createSession('Later', 50, 'confirmed'),
    createSession('Old', -90, 'completed'),
    createSession('Soon', 2, 'confirmed'),
    createSession('Just over', -2, 'completed'),
  ]);
  const inGroup = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  expect([inGroup('Upcoming'), inGroup('Past')]).toEqual([
    ['Soon', 'Later'],
    ['Just over', 'Old'],
  ]);
});

test('shows the service and progress, and `joined` if sent', {
  tags: ['@extra-37'],
}, async () => {
  await open([
    { ...upcoming, id: 1, service_type: 'one_on_one', joined: true },
    { ...upcoming, id: 2, service_type: 'vod_review', service_name: 'Match review' },
    { ...completed, id: 3, joined: false },
    { ...completed, id: 4, status: 'cancelled' },
  ]);
  const cards = screen.getAllByRole('listitem');
  const reached = (card: HTMLElement) =>
    [...card.querySelectorAll('ol li')].map(
      (step) => `${step.textContent}${step.hasAttribute('data-reached') ? ' ✓' : ''}`,
    );
  expect(cards[0]?.textContent).toContain('one on one');
  expect(cards[1]?.textContent).toContain('Match review');
  expect(cards.map(reached)).toEqual([
    ['Booked ✓', 'Paid ✓', 'Joined ✓', 'Completed', 'Reviewed'],
    ['Booked ✓', 'Paid ✓', 'Completed', 'Reviewed'],
    ['Booked ✓', 'Paid ✓', 'Joined', 'Completed ✓', 'Reviewed ✓'],
    [],
  ]);
});
