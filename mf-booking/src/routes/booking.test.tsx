import { ApiError } from '@carry/remote-kit';
import { asOtherServer, createFakeShell, type FakeAnswer } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  choose,
  chooseZone,
  createAnswers,
  day,
  days,
  fill,
  NOW,
  notice,
  openCoachPage,
  plain,
  quantity,
  times,
} from '../../test/coach-page';
import { clearOrderedDraft } from '../order/draft';
import remote from '../remote';

const home = process.env['TZ'];
const CREATE = 'POST /api/create-booking/';
const CHECKOUT = 'POST /api/create-checkout-session/';

let answers: Record<string, FakeAnswer>;
const start = (now = () => NOW) => createFakeShell({ auth: { status: 'signed-in' }, answers, now });
async function book() {
  fill('Contact info', 'kim');
  fill('Details', 'aim');
  fireEvent.click(screen.getByRole('button', { name: 'Book Now' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Book Now' })).toBeTruthy());
}
const open = (fake: Pick<ReturnType<typeof start>, 'shell'>) => openCoachPage(remote, fake);

beforeEach(() => {
  process.env['TZ'] = 'UTC';
  answers = createAnswers(['09:00', '10:00', '15:00']);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  process.env['TZ'] = home;
  vi.restoreAllMocks();
});

test('draws initials, and asks for a microphone in live sessions only', async () => {
  answers['GET /api/coaches/7/services/'] = () => [
    { id: 1, label: 'Coaching', rate: 25, is_hourly: true },
    { id: 2, label: 'Recorded review', rate: 20, is_hourly: false },
  ];
  await open(start());
  const summary = screen.getByRole('complementary', { name: 'Your booking' });
  expect(summary.querySelector('svg text')?.textContent).toBe('N');
  const hint = () => {
    const ids = screen.getByLabelText('Details').getAttribute('aria-describedby') ?? '';
    return ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
  };
  expect(hint()).toContain('microphone');
  fireEvent.click(screen.getByRole('radio', { name: /Recorded review/ }));
  expect(hint()).toContain('link to a recording.');
  expect(hint()).not.toContain('microphone');
});

test.each([
  ['none', []],
  ['terms refunds', ['Terms', 'How refunds work']],
  ['privacy', ['Privacy']],
  ['terms privacy', ['Terms', 'Privacy']],
])('links the texts that the site has: %s', async (texts, names) => {
  const { shell } = createFakeShell({ answers, now: () => NOW, site: { settings: { texts } } });
  await open({ shell });
  const links = screen.queryAllByRole('link', { name: /^(Terms|Privacy|How refunds work)$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.queryAllByText(/By booking/)).toHaveLength(names.includes('Terms') ? 1 : 0);
});

test('requests each day in its own task', async () => {
  const inTask: number[] = [];
  let task = 0;
  const counter = setInterval(() => task++, 0);
  for (const date of days) {
    const address = `GET /api/coach/7/available-slots/?date=${date}&duration=60`;
    answers[address] = () => {
      inTask.push(task);
      return { available_slots: [{ start: '09:00' }] };
    };
  }
  await open(start());
  clearInterval(counter);
  expect(inTask).toHaveLength(7);
  expect(new Set(inTask).size).toBeGreaterThan(3); // The interval and the requests alternate.
});

test('requests only the days of its time zone after a server render', async () => {
  const edges = ['2026-11-22', '2026-11-30'];
  for (const date of edges)
    answers[`GET /api/coach/7/available-slots/?date=${date}&duration=60`] = () => ({
      available_slots: [],
    });
  const { shell, recorded } = start();
  await openCoachPage(remote, { shell: { ...shell, rendering: 'server' } });
  const getCalls = (date: string) =>
    recorded.calls.filter(({ call }) => call.includes(date)).length;
  expect(edges.map(getCalls)).toEqual([1, 1]);
  expect(days.map(getCalls)).toEqual(Array(7).fill(2));
});

test('keeps the chosen time zone after a reload', {
  tags: ['@fault-11.13'],
}, async () => {
  process.env['TZ'] = 'America/Los_Angeles';
  const shell = start();
  await open(shell);
  await chooseZone('Asia/Tokyo');
  choose(0, '7:00 PM');
  for (const reloads of [0, 1]) {
    if (reloads) await open(shell);
    expect(screen.getByText(/^All times are in: Asia\/Tokyo/)).toBeTruthy();
    expect(plain(day(0).textContent)).toContain('7:00 PM');
    if (reloads) fireEvent.click(day(0));
    expect(plain(screen.getByRole('button', { pressed: true }).textContent)).toBe('7:00 PM');
  }
  // The zone also applies to a form without a draft.
  shell.shell.drafts.clear('booking/7');
  await open(shell);
  expect(screen.getByText(/^All times are in: Asia\/Tokyo/)).toBeTruthy();
});

test.each([
  [12, 'Free to cancel up to 12 hours before your session.'],
  [1, 'Free to cancel up to 1 hour before your session.'],
  [0, 'Free to cancel until your session starts.'],
  [undefined, null],
  ['12', null],
])(
  'shows the policy for cancel_hours %j: %s',
  { tags: ['@fault-student-policy-before-paying', '@extra-11'] },
  async (cancel_hours, words) => {
    const coach = { id: 7, name: 'Nova', description: 'Aim.', cancel_hours };
    answers['GET /api/coaches/7/'] = () => asOtherServer(coach);
    await open(start());
    const recorded =
      within(screen.getByRole('complementary', { name: 'Your booking' })).queryByText(
        /Free to cancel/,
      )?.textContent ?? '';
    expect(/Free to cancel.*/.exec(recorded)?.[0] ?? null).toBe(words);
  },
);

test.each([
  [24, /^Free to move or cancel until Sun, Nov 22, 3:00\sPM\.$/],
  [28, /^It starts too soon to be moved or cancelled\.$/],
])('names the deadline of the chosen time for cancel_hours %j', async (cancel_hours, words) => {
  const coach = { id: 7, name: 'Nova', description: 'Aim.', cancel_hours };
  answers['GET /api/coaches/7/'] = () => asOtherServer(coach);
  await open(start());
  choose(0, '3:00 PM');
  const summary = screen.getByRole('complementary', { name: 'Your booking' });
  expect(plain(summary.querySelector('.policy')?.textContent)).toMatch(words);
});

test('offers the draft to other remotes without its contents', async () => {
  const shell = start();
  await open(shell);
  expect(shell.shell.drafts.offers?.()).toEqual([]);
  await chooseZone('Asia/Tokyo');
  expect(shell.shell.drafts.offers?.()).toEqual([]);
  fill('Contact info', 'kim');
  const offer = { path: '/booking/7', title: 'your booking with Nova' };
  expect(shell.shell.drafts.offers?.()).toEqual([offer]);
  fill('Contact info', '');
  expect(shell.shell.drafts.offers?.()).toEqual([]);
  quantity('2');
  expect(shell.shell.drafts.offers?.()).toEqual([offer]);
});

test.each([1, -1, 366, -366])(
  'requests the server’s days with a clock %i days off',
  { tags: ['@fault-H10'] },
  async (off) => {
    vi.spyOn(Date, 'now').mockReturnValue(NOW + off * 86_400_000);
    const { shell, recorded } = start();
    await open({ shell });
    const asked = recorded.calls.flatMap(({ call }) => /date=([\d-]+)/.exec(call)?.[1] ?? []);
    expect([...new Set(asked)]).toEqual(days);
  },
);

test('drops a chosen time that becomes too short', {
  tags: ['@fault-11.9'],
}, async () => {
  answers = createAnswers(['09:00', '10:00', '15:00'], { '09:00': 120, '10:00': 60, '15:00': 60 });
  await open(start());
  choose(1, '10:00 AM');
  quantity('2');
  await waitFor(() =>
    expect(notice()).toBe(
      "There isn't room for 2 hours on Tue, Nov 24, 10:00 AM. Please choose another time.",
    ),
  );
  expect(day(1).textContent).toMatch(/1 time$/);
  expect(times().map(({ textContent }) => plain(textContent))).toEqual(['9:00 AM']);
  choose(2, '9:00 AM');
  expect(notice()).toBe('');
});

test('drops a restored time that is taken or past', async () => {
  let now = NOW;
  const shell = start(() => now);
  await open(shell);
  choose(1, '3:00 PM');
  const request = `GET /api/coach/7/available-slots/?date=${days[1]}&duration=60`;
  answers[request] = () => ({ available_slots: [{ start: '09:00' }] });
  await open(shell);
  await waitFor(() =>
    expect(notice()).toBe(
      'Tue, Nov 24, 3:00 PM is no longer available. Please choose another time.',
    ),
  );
  choose(0, '9:00 AM');
  now += 86_400_000;
  await open(shell);
  await waitFor(() =>
    expect(notice()).toBe(
      'Mon, Nov 23, 9:00 AM is no longer available. Please choose another time.',
    ),
  );
});

describe('ordering', () => {
  test('keeps an unpaid order’s time selectable after a reload', {
    tags: ['@fault-11.14'],
  }, async () => {
    const shell = start();
    answers[CREATE] = () => ({ booking_id: 9 });
    answers[CHECKOUT] = () => Promise.reject(new ApiError('network', 0));
    await open(shell);
    quantity('2');
    choose(1, '9:00 AM');
    await book();
    await waitFor(() =>
      expect(shell.recorded.alerts).toEqual(['Payment session failed to create.']),
    );
    answers[`GET /api/coach/7/available-slots/?date=${days[1]}&duration=60`] = () => ({
      available_slots: [{ start: '15:00' }],
    });
    await open(shell);
    expect(plain(day(1).textContent)).toContain('9:00 AM');
    expect(notice()).toBe('');
    answers[CHECKOUT] = () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' });
    fireEvent.click(screen.getByRole('button', { name: 'Book Now' }));
    await waitFor(() => expect(shell.recorded.left).toEqual(['https://pay.example/1']));
    expect(shell.recorded.calls.filter(({ call }) => call === CREATE)).toHaveLength(1);
  });

  test('expires the hold after 30 minutes of server time', async () => {
    let now = NOW;
    const shell = start(() => now);
    answers[CREATE] = () => ({ booking_id: 9 });
    await open(shell);
    choose(1, '9:00 AM');
    await book();
    await waitFor(() => expect(shell.recorded.alerts).toHaveLength(1));
    answers[`GET /api/coach/7/available-slots/?date=${days[1]}&duration=60`] = () => ({
      available_slots: [],
    });
    now += 31 * 60_000;
    await open(shell);
    await waitFor(() => expect(notice()).toContain('Tue, Nov 24, 9:00 AM is no longer available.'));
  });

  test.each([
    ['expires', '9:00 AM', 20],
    ['begins', '12:15 AM', 2],
  ])('keeps a held time over midnight until it %s', async (_, time, minutes) => {
    answers = createAnswers(['00:15', '09:00']);
    let now = NOW + 11.9 * 3_600_000;
    const shell = start(() => now);
    answers[CREATE] = () => ({ booking_id: 9 });
    await open(shell);
    choose(0, time);
    await book();
    await waitFor(() => expect(shell.recorded.alerts).toHaveLength(1));
    now += 20 * 60_000;
    await open(shell);
    expect(notice()).toBe('');
    now += minutes * 60_000;
    await open(shell);
    await waitFor(() => expect(notice()).toContain(`Mon, Nov 23, ${time} is no longer available.`));
  });

  test.each([
    ['taken', 409, 'is no longer available.', false],
    ['refused', 400, "couldn't be booked.", true],
    ['broken', 500, "couldn't be booked.", true],
  ])(
    'reloads the day and drops the choice when %s',
    { tags: ['@fault-11.9'] },
    async (_, status, words, again) => {
      const shell = start();
      answers[CREATE] = () => Promise.reject(new ApiError('http', status));
      await open(shell);
      choose(1, '9:00 AM');
      const reads = () =>
        shell.recorded.calls.filter(({ call }) => call.includes(`date=${days[1]}`)).length;
      const before = reads();
      await book();
      await waitFor(() =>
        expect(notice()).toBe(`Tue, Nov 24, 9:00 AM ${words} Please choose another time.`),
      );
      expect(shell.recorded.alerts).toEqual(['Failed to create booking.']);
      expect(reads()).toBe(before + 1);
      await waitFor(() => expect(day(1).textContent).toContain(again ? '3 times' : '2 times'));
    },
  );

  test('keeps the choice when the service has changed', async () => {
    const shell = start();
    answers[CREATE] = () => Promise.reject(new ApiError('http', 410));
    await open(shell);
    choose(1, '9:00 AM');
    await book();
    await waitFor(() => expect(shell.recorded.alerts).toEqual(['Failed to create booking.']));
    expect(plain(day(1).textContent)).toContain('9:00 AM');
    expect(notice()).toBe('');
  });

  test('keeps the choice when the order request times out', async () => {
    const shell = start();
    answers[CREATE] = () => {
      answers[`GET /api/coach/7/available-slots/?date=${days[1]}&duration=60`] = () => ({
        available_slots: [],
      });
      return Promise.reject(new ApiError('timeout', 0));
    };
    await open(shell);
    choose(1, '9:00 AM');
    await book();
    await waitFor(() => expect(shell.recorded.alerts).toEqual(['Failed to create booking.']));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Book Now' })).toBeTruthy());
    expect(plain(day(1).textContent)).toContain('9:00 AM');
    expect(notice()).toBe('');
  });
});

describe('a page that the bfcache restores', () => {
  const restore = () =>
    act(async () => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
  const contact = () => (screen.getByLabelText(/Contact info/) as HTMLInputElement).value;

  test('forgets a paid order', async () => {
    const { shell, recorded } = start();
    answers[CREATE] = () => ({ booking_id: 9 });
    answers[CHECKOUT] = () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' });
    await open({ shell });
    choose(1, '9:00 AM');
    fill('Contact info', 'kim');
    fill('Details', 'aim');
    fireEvent.click(screen.getByRole('button', { name: 'Book Now' }));
    await waitFor(() => expect(recorded.left).toHaveLength(1));
    clearOrderedDraft(shell.drafts, 9); // the page of the paid booking
    await restore();
    expect([contact(), plain(day(1).textContent)]).toEqual(['', expect.stringMatching(/3 times/)]);
    fill('Details', 'vision');
    expect(shell.drafts.load('booking/7')).toMatchObject({ details: 'vision', pending: null });
  });

  test('keeps an unpaid order and requests the times again', async () => {
    const { shell } = start();
    await open({ shell });
    fill('Contact info', 'kim');
    expect(day(1).textContent).toContain('3 times');
    answers[`GET /api/coach/7/available-slots/?date=${days[1]}&duration=60`] = () => ({
      available_slots: [{ start: '15:00' }],
    });
    await restore();
    await waitFor(() => expect(day(1).textContent).toContain('1 time'));
    expect(contact()).toBe('kim');
  });
});
