import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer, FakeShellOptions } from '@carry/remote-kit/fake-shell';
import { refusedSession } from '@carry/remote-kit/paths';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import remote from '../remote';

const LIST = 'GET /api/bookings/';
const NOW = Date.parse('2026-11-22T12:00:00Z');
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const bookings = [
  {
    id: 1,
    session_time: inHours(48),
    service: 'one_on_one',
    status: 'confirmed',
    contact_info: 'kim#1',
  },
  { id: 2, session_time: inHours(2), service: { name: 'Review' }, status: 'completed' },
  { id: 3 },
];
const open = (answer: FakeAnswer, path = '/coach-dashboard', options: FakeShellOptions = {}) =>
  openPage(remote, path, {
    auth: { status: 'signed-in' },
    answers: { [LIST]: answer },
    now: () => NOW,
    ...options,
  });
const shown = async () =>
  (await screen.findAllByRole('link', { name: /^View Booking/ })).map((link) =>
    link.getAttribute('href')?.split('/').at(-1),
  );

afterEach(cleanup);

test('lists bookings by time, unscheduled ones last', async () => {
  await open(() => bookings);
  expect(await shown()).toEqual(['2', '1', '3']);
  expect(screen.getByText('Showing 3 booking(s) matching filters.')).toBeTruthy();
  expect(screen.getAllByText('one on one')).toHaveLength(2); // also shown as the next session
  expect(screen.getAllByText('TBD').length).toBeGreaterThan(0);
  expect(screen.getAllByRole('button', { name: 'Copy contact' })).toHaveLength(1);
});

test.each([
  [{ timed: false }, 'No set time'],
  [{}, 'TBD'],
])('shows the time of a booking with %j', async (more, words) => {
  await open(() => [{ id: 3, session_time: null, status: 'confirmed', ...more }]);
  await shown();
  expect(screen.getByText('Session time').nextElementSibling?.textContent).toBe(words);
});

test('explains a delayed refund', async () => {
  const due = { amount: 25, refund: 'due', status: 'cancelled' };
  await open(() => [{ ...bookings[1], ...due, refund_failed: true }]);
  await shown();
  expect(screen.getByText('Refund delayed').nextElementSibling?.textContent).toBe(
    "$25.00We couldn't refund the student yet. We're looking into it.",
  );
});

test('shows the student and the contact', async () => {
  const coming = { session_time: inHours(2), status: 'confirmed', contact_info: 'kim#1' };
  await open(() => [
    { ...coming, id: 1, student_name: 'kimplays', student_booking: 3 },
    { ...bookings[1], student_booking: 1 },
    { id: 3 },
  ]);
  await shown();
  expect(screen.getByText('kimplays · kim#1')).toBeTruthy();
  const students = screen.getAllByText('Student').map((term) => term.parentElement?.textContent);
  expect(students.sort()).toEqual(['Student1st booking', 'Studentkimplays3rd booking']);
});

test("shows times in the coach's zone", async () => {
  const time_zone = 'Asia/Tokyo';
  await open(() => [
    { ...bookings[0], session_time: '2026-11-24T16:00:00Z', moved_from: inHours(28), time_zone },
    { ...bookings[2], time_zone },
  ]);
  const card = within((await screen.findAllByRole('listitem'))[0] as HTMLElement);
  expect(card.getByText(/^Nov 25/).textContent).toMatch(/^Nov 25, 2026, 01:00.*Asia\/Tokyo time/);
  expect(card.getByText(/^Moved from .*, 01:00$/)).toBeTruthy();
  const next = within(screen.getByRole('region', { name: 'Next session' }));
  expect(next.getByRole('heading').textContent).toContain('01:00');
  expect(next.getByText('Asia/Tokyo time · kim#1')).toBeTruthy();
});

test('shows the next confirmed session first', async () => {
  await open(() => [
    { id: 1, session_time: inHours(30), service: 'aim', status: 'confirmed', duration_minutes: 60 },
    { id: 2, session_time: inHours(-3), service: 'aim', status: 'confirmed', duration_minutes: 60 },
    { id: 3, session_time: inHours(2), service: 'aim', status: 'cancelled', duration_minutes: 60 },
    {
      id: 4,
      session_time: inHours(3.5),
      service: 'team_coaching',
      status: 'confirmed',
      duration_minutes: 120,
      amount: 120,
      contact_info: 'kim#1',
    },
    { id: 5, status: 'confirmed' },
  ]);
  const next = within(await screen.findByRole('region', { name: 'Next session' }));
  expect(next.getByRole('heading').textContent).toContain('team coaching');
  expect(next.getByText('Starts in').parentElement?.textContent).toBe(
    'Starts in 3 hours 30 minutes',
  );
  expect(next.getByText('kim#1 · 2 hours')).toBeTruthy();
  expect(next.getByRole('link').getAttribute('href')).toBe('/coach/bookings/4');
  expect(screen.getByText('$120.00')).toBeTruthy();
});

test('keeps a session in progress as the next one', async () => {
  await open(() => [
    { id: 1, session_time: inHours(1), status: 'confirmed', duration_minutes: 60 },
    { id: 2, session_time: inHours(-0.5), status: 'confirmed', duration_minutes: 60 },
  ]);
  expect(await screen.findByText('Happening now')).toBeTruthy();
});

test('shows no next session if none is upcoming', async () => {
  await open(() => [
    { id: 2, session_time: inHours(-2), status: 'confirmed', duration_minutes: 60 },
  ]);
  await shown();
  expect(screen.queryByRole('region', { name: 'Next session' })).toBeNull();
});

test('keeps the filters in the URL', async () => {
  const { router } = await open(() => bookings, '/coach-dashboard?status=completed');
  expect(await shown()).toEqual(['2']);
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'cancelled' } });
  expect(await screen.findByText('No bookings found.')).toBeTruthy();
  expect(router.state.location.search).toBe('?status=cancelled');
  const clear = screen.getByRole('button', { name: 'Clear filters' });
  clear.focus();
  fireEvent.click(clear);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(await shown()).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByLabelText('Status'));
});

test('retries a failed list and links to the login after a 401', async () => {
  let answer: () => unknown = () => Promise.reject(new ApiError('http', 500));
  const page = await open(() => answer());
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to load bookings.');
  answer = () => Promise.reject(new ApiError('http', 401));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  const { router } = page;
  fireEvent.click(await screen.findByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.state).toEqual(refusedSession); // no offer to return here
});

test('redirects a visitor to the login', async () => {
  const { router } = await openPage(remote, '/coach-dashboard');
  expect(router.state.location.pathname).toBe('/login');
});

describe('many bookings', () => {
  const many = Array.from({ length: 90 }, (_, index) => ({
    id: index + 1,
    session_time: inHours((index - 60) * 24),
    status: index < 60 && index % 2 ? 'completed' : 'confirmed',
    duration_minutes: 60,
  }));
  const rows = () => screen.queryAllByRole('link', { name: /^View Booking/ }).length;
  const openMonth = (title: string) => {
    const details = screen.getByRole('heading', { name: title }).closest('details');
    if (!details) throw new Error(`no month ${title}`);
    details.open = true;
    fireEvent(details, new Event('toggle'));
  };

  test('shows upcoming ones first and months when they are opened', async () => {
    const { router } = await open(() => many);
    expect((await shown())[0]).toBe('61'); // the session in an hour, not the oldest
    expect(rows()).toBe(20);
    expect(screen.getByText('Showing 20 booking(s) matching filters.')).toBeTruthy();
    openMonth('October 2026');
    expect(await screen.findByText('Showing 40 booking(s) matching filters.')).toBeTruthy();
    expect(router.state.location.search).toBe('?open=2026-10');
    const month = screen.getByRole('heading', { name: 'October 2026' }).closest('details');
    fireEvent.click(
      within(month as HTMLElement).getByRole('button', { name: 'Show more bookings' }),
    );
    expect(await screen.findByText('Showing 51 booking(s) matching filters.')).toBeTruthy();
  });

  test('opens more than six months', async () => {
    const years = Array.from({ length: 60 }, (_, index) => ({
      id: index + 1,
      session_time: inHours(-index * 7 * 24 - 2),
      status: 'completed',
      duration_minutes: 60,
    }));
    await open(() => years);
    await screen.findByText(/^Showing [1-9]\d? booking\(s\) matching filters\.$/);
    expect(screen.queryByRole('heading', { name: 'Upcoming' })).toBeNull();
    const months = [...document.querySelectorAll('details')].slice(0, 7);
    for (const month of months) {
      month.open = true;
      await act(async () => void fireEvent(month, new Event('toggle')));
    }
    expect(months.map((month) => month.querySelector('a') !== null)).toEqual(Array(7).fill(true));
  });

  test('opens the latest month of completed bookings', async () => {
    await open(() => many, '/coach-dashboard?status=completed');
    expect(await screen.findByText('Showing 11 booking(s) matching filters.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Upcoming' })).toBeNull();
    expect(screen.queryByText('No upcoming bookings.')).toBeNull();
  });

  test('keeps all months closed that the URL closes', async () => {
    await open(() => many, '/coach-dashboard?status=completed&open=');
    expect(await screen.findByText('Showing 0 booking(s) matching filters.')).toBeTruthy();
  });

  test('opens the months in the URL', async () => {
    await open(() => many, '/coach-dashboard?open=2026-09');
    expect(await screen.findByText('Showing 28 booking(s) matching filters.')).toBeTruthy();
  });

  test('finds the next session after those of the last day', async () => {
    const busy = Array.from({ length: 25 }, (_, index) => ({
      id: index + 1,
      session_time: inHours(index < 24 ? index - 24 : 2),
      status: 'confirmed',
      duration_minutes: 30,
    }));
    const list = (query: string) => {
      const search = new URLSearchParams(query);
      const from = Number(search.get('cursor') ?? 0);
      const to = from + Number(search.get('limit'));
      if (search.has('to')) return { results: [], next: null };
      return { results: busy.slice(from, to), next: to < busy.length ? String(to) : null };
    };
    await openPage(remote, '/coach-dashboard?date=today', {
      auth: { status: 'signed-in' },
      answers: { [LIST]: (_, __, query) => list(query) },
      now: () => NOW,
    });
    const next = within(await screen.findByRole('region', { name: 'Next session' }));
    expect(next.getByRole('link').getAttribute('href')).toBe('/coach/bookings/25');
  });

  test('reads pages from a server that has them, and retries a month', async () => {
    let fails = true;
    const page = (query: string) => {
      const search = new URLSearchParams(query);
      if (search.has('to') && fails) throw new ApiError('http', 500);
      if (search.has('to')) return { results: many.slice(20, 25), next: null };
      if (['completed', 'cancelled'].includes(search.get('status') ?? ''))
        return { results: [], next: null };
      if (search.has('cursor')) return { results: many.slice(80, 85), next: null };
      return { results: many.slice(60, 80), next: 'x', months: ['2026-10-01T00:00:00Z'] };
    };
    const { recorded } = await openPage(remote, '/coach-dashboard', {
      auth: { status: 'signed-in' },
      answers: { [LIST]: (_, __, query) => page(query) },
      now: () => NOW,
    });
    expect(await screen.findByText('Showing 20 booking(s) matching filters.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show more bookings' }));
    expect(await screen.findByText('Showing 25 booking(s) matching filters.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more bookings' })).toBeNull();
    openMonth('October 2026');
    expect((await screen.findByRole('alert')).textContent).toBe("We couldn't load October 2026.");
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Showing 30 booking(s) matching filters.')).toBeTruthy();
    const lists = recorded.calls.filter(({ call }) => call.startsWith(LIST));
    expect(lists.every(({ call }) => call.includes('limit=20'))).toBe(true);
  });
});
