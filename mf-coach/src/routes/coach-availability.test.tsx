import { ApiError, browserZone } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const READ = 'GET /api/coach/availability/';
const SAVE = 'PATCH /api/coach/availability/';
const afternoon = { start: '14:00', end: '22:00' };
const hours = {
  time_zone: 'Europe/Berlin',
  weekly: [[], [afternoon], [], [], [], [], []],
  special: [{ date: '2026-12-24', windows: [] as object[] }],
  ...{ buffer_minutes: 15, notice_minutes: 125, days_ahead: 60 },
};

function withoutSeen(body: unknown) {
  const { seen: _, ...change } = body as typeof hours & { seen?: typeof hours };
  return change;
}

async function open(answers: Record<string, FakeAnswer> = {}, confirm = true) {
  const page = await openPage(remote, '/coach/availability', {
    auth: { status: 'signed-in' },
    confirm,
    answers: { [READ]: () => hours, [SAVE]: withoutSeen, ...answers },
    now: () => Date.parse('2026-11-22T12:00:00Z'),
  });
  await screen.findByLabelText('Your time zone');
  return page;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const saved = (recorded: { calls: { call: string; body: unknown }[] }) =>
  recorded.calls.filter(({ call }) => call === SAVE).map(({ body }) => withoutSeen(body));

test('saves the stored hours with the changes', async () => {
  const { recorded } = await open();
  await press('Save availability');
  expect(saved(recorded)).toEqual([hours]);
  expect(recorded.toasts).toEqual(['Availability saved. Students can see it now.']);
  type('Monday, until', '00:00'); // midnight
  await press('Add hours to Tuesday');
  await press('Remove 14:00 to 18:00 on Tuesday');
  await press('Add hours to Wednesday');
  type('Wednesday, from', '09:30');
  type('Break around a session', '30');
  type('Days ahead', '14');
  type('Your time zone', 'Asia/Tokyo');
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  await press('Save availability');
  expect(saved(recorded)[1]).toEqual({
    ...hours,
    time_zone: 'Asia/Tokyo',
    weekly: [
      [],
      [{ start: '14:00', end: '24:00' }],
      [],
      [{ start: '09:30', end: '18:00' }],
      [],
      [],
      [],
    ],
    ...{ buffer_minutes: 30, days_ahead: 14 },
  });
  expect(screen.queryByText('Not saved yet.')).toBeNull();
});

test('asks before a link leaves unsaved hours, and stays', async () => {
  const { recorded, router } = await open({}, false);
  type('Days ahead', '14');
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Profile' })));
  expect(recorded.confirms).toEqual([
    'Leave without saving? (Your changes on this page will be lost.) [Stay | Leave]',
  ]);
  expect(router.state.location.pathname).toBe('/coach/availability');
  expect((screen.getByLabelText('Days ahead') as HTMLInputElement).value).toBe('14');
});

test('leaves with unsaved hours once confirmed', async () => {
  const { recorded, router } = await open();
  type('Days ahead', '14');
  await act(() => router.navigate('/coach/reviews'));
  expect(recorded.confirms).toHaveLength(1);
  await waitFor(() => expect(router.state.location.pathname).toBe('/coach/reviews'));
});

test('asks nothing once the hours are saved', async () => {
  const { recorded, router } = await open({}, false);
  type('Days ahead', '14');
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  await press('Save availability');
  expect(leave()).toBe(true);
  await act(() => router.navigate('/coach/reviews'));
  expect(recorded.confirms).toEqual([]);
  expect(router.state.location.pathname).toBe('/coach/reviews');
});

test('adds days off once, in order, with special hours', async () => {
  const { recorded } = await open();
  const add = screen.getByRole('button', { name: 'Add a day off' }) as HTMLButtonElement;
  await press('Add a day off');
  expect(screen.getByRole('alert').textContent).toBe('Please choose a date.');
  expect(document.activeElement).toBe(screen.getByLabelText('Date'));
  type('Date', '2026-12-24');
  expect(add.disabled).toBe(true);
  expect(screen.getByRole('alert').textContent).toBe('Already on your list.');
  type('Until (optional)', '2026-12-01');
  expect(screen.getByRole('alert').textContent).toBe('Choose an end on or after the first day.');
  type('Until (optional)', '');
  type('Date', '0202-02-02'); // a year that is being typed
  expect(screen.queryByRole('alert')).toBeNull();
  type('Date', '2020-02-29');
  expect(screen.getByRole('alert').textContent).toBe('Choose today or a later day.');
  expect(add.disabled).toBe(true);
  type('Date', '2026-12-01');
  type('Until (optional)', '0202-12-01');
  await press('Add a day off');
  expect(screen.getByRole('alert').textContent).toBe('Please choose a date.');
  expect(document.activeElement).toBe(screen.getByLabelText('Until (optional)'));
  type('Until (optional)', '');
  await press('Add a day off');
  await press('Add hours to Thu, Dec 24, 2026');
  await press('Save availability');
  expect(saved(recorded)[0]?.special).toEqual([
    { date: '2026-12-01', windows: [] },
    { date: '2026-12-24', windows: [{ start: '14:00', end: '18:00' }] },
  ]);
  await press('Remove Tue, Dec 1, 2026');
  await press('Save availability');
  expect(saved(recorded)[1]?.special.map(({ date }) => date)).toEqual(['2026-12-24']);
});

test('marks only the wrong dates of a day off', async () => {
  await open();
  const marked = () =>
    ['Date', 'Until (optional)'].filter(
      (label) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true',
    );
  await press('Add a day off');
  expect(marked()).toEqual(['Date']);
  type('Date', '2026-12-24'); // listed
  expect(marked()).toEqual(['Date']);
  type('Until (optional)', '2026-12-24');
  expect(marked()).toEqual(['Date', 'Until (optional)']);
  type('Until (optional)', '2026-12-01');
  expect(marked()).toEqual(['Until (optional)']);
  type('Date', '2020-02-29');
  expect(marked()).toEqual(['Date']);
  type('Date', '2026-12-01');
  type('Until (optional)', '0202-12-01');
  await press('Add a day off');
  expect(marked()).toEqual(['Until (optional)']);
});

test('offers the time zone of this device', async () => {
  const { recorded } = await open({ [READ]: () => ({ ...hours, time_zone: 'Asia/Seoul' }) });
  const note = await screen.findByText(/^Your device is in/);
  expect(note.textContent).toMatch(/^Your device is in \S+\. Your hours are in Asia\/Seoul\./);
  const use = within(note).getByRole('button', { name: /^Use / });
  await act(async () => void fireEvent.click(use));
  expect(screen.queryByText(/^Your device is in/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Your time zone'));
  await press('Save availability');
  expect(saved(recorded)[0]?.time_zone).toBe(browserZone());
  type('Your time zone', 'Europe/Nowhere');
  expect(screen.queryByText(/^Your device is in/)).toBeNull();
});

const session = (id: number, session_time: string, status = 'confirmed') => ({
  ...{ id, session_time, status, student_name: 'kim' },
});
const LIST = 'GET /api/bookings/';

test('links the sessions that stay booked on a day off', async () => {
  const sessions = [
    session(1, '2026-12-01T22:30:00Z'), // 23:30 in Berlin
    session(2, '2026-12-01T23:30:00Z'), // the next day there
    session(3, '2026-12-01T10:00:00Z', 'cancelled'),
    session(4, '2026-12-01T10:00:00Z'),
  ];
  const { recorded } = await open({ [LIST]: () => sessions });
  await act(async () => void type('Date', '2026-12-01'));
  expect(screen.getByText('2 booked sessions on this day:')).toBeTruthy();
  const links = screen.getAllByRole('link', { name: /kim$/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/coach/bookings/4',
    '/coach/bookings/1',
  ]);
  expect(links[0]?.textContent).toMatch(/1 Dec|Dec 1/);
  expect(links[0]?.getAttribute('target')).toBe('_blank');
  await press('Add a day off');
  expect(screen.getByText('2 booked sessions on this day:')).toBeTruthy();
  expect(recorded.calls.filter(({ call }) => call.startsWith(LIST))).toHaveLength(1);
  await act(async () => void type('Date', '2026-12-05'));
  expect(screen.queryByText(/booked session/)).toBeNull();
});

test('keeps the booked sessions when the session expires', async () => {
  const { recorded, expire } = await open({ [LIST]: () => [session(1, '2026-12-01T10:00:00Z')] });
  await act(async () => void type('Date', '2026-12-01'));
  await act(async () => expire());
  expect(screen.getByText('1 booked session on this day:')).toBeTruthy();
  expect(recorded.calls.filter(({ call }) => call.startsWith(LIST))).toHaveLength(1);
});

test('counts the sessions of all pages of a range', async () => {
  const page = (first: number) =>
    Array.from({ length: 8 }, (_, index) => session(first + index, '2026-12-02T10:00:00Z'));
  await open({
    [LIST]: (_, __, query) =>
      query.includes('cursor=')
        ? { results: page(9), next: null }
        : { results: page(1), next: 'x' },
  });
  await act(async () => void type('Date', '2026-12-01'));
  await act(async () => void type('Until (optional)', '2026-12-03'));
  expect(await screen.findByText('16 booked sessions on these days:')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /kim$/ })).toHaveLength(10);
  expect(screen.getByText('And 6 more.')).toBeTruthy();
});

test('admits that sessions could not be checked', async () => {
  await open({ [LIST]: () => Promise.reject(new ApiError('http', 500)) });
  await act(async () => void type('Date', '2026-12-01'));
  expect(screen.getByText(/^We couldn't check your sessions/)).toBeTruthy();
});

test('saves no hours while a chosen day off is not added', async () => {
  const { recorded } = await open();
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await act(async () => void type('Date', '2026-12-01'));
  expect(leave()).toBe(false);
  await press('Save availability');
  expect(screen.getByRole('alert').textContent).toBe('Add this day off first, or clear the date.');
  expect(document.activeElement).toBe(screen.getByLabelText('Date'));
  expect(saved(recorded)).toEqual([]);
  await press('Add a day off');
  expect(screen.queryByText('Add this day off first, or clear the date.')).toBeNull();
  await press('Save availability');
  expect(saved(recorded)[0]?.special.map(({ date }) => date)).toEqual(['2026-12-01', '2026-12-24']);
  expect(leave()).toBe(true);
});

test('shows each error at its day and sends nothing', async () => {
  const { recorded } = await open();
  type('Monday, until', '13:00');
  type('Your time zone', 'Europe/Nowhere');
  type('Days ahead', '61');
  await press('Save availability');
  const problems = within(screen.getByRole('group', { name: 'There is a problem' })).getAllByRole(
    'link',
  );
  expect(problems.map(({ textContent }) => textContent)).toEqual([
    'Choose a time zone from the list.',
    'Monday: An end must be after its start. For hours past midnight, end at 00:00 and add the rest to the next day.',
    'You can offer times 1 to 60 days ahead.',
  ]);
  fireEvent.click(problems[1] as HTMLElement);
  expect(document.activeElement).toBe(screen.getByLabelText('Monday, from'));
  expect(saved(recorded)).toEqual([]);
});

test('saves no notice that leaves students no time', async () => {
  const { recorded } = await open();
  type('Minimum notice', '1440');
  type('Days ahead', '1');
  await press('Save availability');
  expect(screen.getByRole('alert').textContent).toBe(
    'Students can book up to 1 day ahead, so please choose a shorter notice.',
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Minimum notice'));
  type('Days ahead', '2');
  await press('Save availability');
  expect(saved(recorded)).toMatchObject([{ notice_minutes: 1440, days_ahead: 2 }]);
});

test('saves no hours without room for a session', async () => {
  const { recorded } = await open();
  type('Monday, until', '14:30');
  await press('Save availability');
  expect(screen.getByRole('alert').textContent).toBe(
    'Sessions take 60 minutes, so please make at least one stretch of hours that long.',
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Monday, from'));
  await press('Remove 14:00 to 14:30 on Monday');
  await press('Add hours to Thu, Dec 24, 2026');
  type('Thu, Dec 24, 2026, until', '14:45');
  await press('Save availability');
  expect(saved(recorded)).toHaveLength(1);
});

test.each([
  ['18:00-24:00', '13:00-17:00'],
  ['14:00-23:30', '09:00-13:00'],
  ['00:00-02:30, 03:00-24:00', '23:00-24:00'],
  ['01:00-24:00', '00:00-01:00'],
  ['20:00-22:00, 09:00-10:00', '23:00-24:00'],
])('adds hours beside %s', async (before, added) => {
  const windows = before.split(', ').map((window) => {
    const [start, end] = window.split('-');
    return { start, end };
  });
  await open({ [READ]: () => ({ ...hours, weekly: [[], windows, [], [], [], [], []] }) });
  await press('Add hours to Monday');
  const last = (label: string) =>
    (screen.getAllByLabelText(label).at(-1) as HTMLInputElement).value;
  const [start, end] = added.split('-');
  expect([last('Monday, from'), last('Monday, until')]).toEqual([
    start,
    end === '24:00' ? '00:00' : end,
  ]);
});

test('keeps the input after a refusal', async () => {
  const { recorded } = await open({
    [SAVE]: () =>
      Promise.reject(new ApiError('http', 400, { detail: 'Time zone: is not a time zone' })),
  });
  type('Days ahead', '7');
  await press('Save availability');
  expect((await screen.findByRole('alert')).textContent).toBe('Time zone: is not a time zone');
  expect((screen.getByLabelText('Days ahead') as HTMLInputElement).value).toBe('7');
  expect(recorded.toasts).toEqual([]);
});

test('keeps a stored notice that is not among the choices', async () => {
  await open();
  const options = within(screen.getByLabelText('Minimum notice')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toContain('125 minutes');
  expect(options.at(-1)?.textContent).toBe('5 days');
});

test('shows a notice to users who are not coaches', async () => {
  const auth = { status: 'signed-in', user: { is_coach: false } } as const;
  await openPage(remote, '/coach/availability', { auth });
  expect(await screen.findByText(/It isn't available for your account/)).toBeTruthy();
});

test('keeps edits made while saving, as unsaved', async () => {
  let respond: () => void = () => {};
  const { recorded } = await open({
    [SAVE]: (body) => new Promise((resolve) => (respond = () => resolve(withoutSeen(body)))),
  });
  type('Days ahead', '14');
  await press('Save availability');
  type('Break around a session', '30');
  await act(async () => respond());
  expect((screen.getByLabelText('Break around a session') as HTMLSelectElement).value).toBe('30');
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  await press('Save availability');
  await act(async () => respond());
  expect(saved(recorded)[1]).toMatchObject({ buffer_minutes: 30, days_ahead: 14 });
  expect(screen.queryByText('Not saved yet.')).toBeNull();
});
