import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };
const coach = {
  ...{ id: 7, email: 'nova@example.com', slug: 'nova', name: 'Nova', description: '**Calm**' },
  ...{ image_url: null, special_offer: null, meeting_url: null, country: 'DE', clip: null },
  ...{ portrait_url: null, public_page: '/coaches/nova', picture_origins: ['https://p.example'] },
  rank_images: [{ url: 'https://p.example/summit.svg', alt: 'Rank: Summit' }],
  services: [
    { id: 1, label: 'Coaching', rate: 25, is_hourly: true },
    { id: 2, label: 'Review', rate: 17.5, is_hourly: false },
  ],
  ...{ games: ['cs2'], languages: ['en'] },
  choices: {
    games: [
      { code: 'cs2', name: 'Counter-Strike 2' },
      { code: 'lol', name: 'League of Legends' },
    ],
    languages: [
      { code: 'en', name: 'English' },
      { code: 'ko', name: 'Korean' },
    ],
    countries: [{ code: 'DE', name: 'Germany' }],
  },
};
const hours = {
  time_zone: 'Europe/Berlin',
  weekly: [[], [{ start: '14:00', end: '22:00' }], [], [], [], [], []],
  special: [{ date: '2026-12-24', windows: [] }],
  ...{ buffer_minutes: 15, notice_minutes: 120, days_ahead: 30 },
};

const open = (answers = {}) =>
  openPage(remote, '/operator/coaches/7', {
    ...signedIn,
    answers: {
      'GET /api/operator/coaches/7/': () => coach,
      'GET /api/operator/coaches/7/availability/': () => hours,
      'PATCH /api/operator/coaches/7/': () => coach,
      'PATCH /api/operator/coaches/7/availability/': () => hours,
      ...answers,
    },
  });
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('disconnects a payout account after a question', async () => {
  const { recorded } = await open({
    'POST /api/operator/coaches/7/retire-payouts/': () => ({ detail: 'Given up' }),
  });
  press('Disconnect the payout account of coach 7');
  await waitFor(() => expect(recorded.toasts).toEqual(['Given up']));
  expect(recorded.confirms).toEqual([expect.stringMatching(/^Disconnect this payout account\?/)]);
});

test('disconnects only the payout account that it shows', async () => {
  const payouts = { state: 'active', failure: null, account: '1Ab2Cd3E' };
  const { recorded } = await open({
    'GET /api/operator/coaches/7/': () => ({ ...coach, payouts }),
    'POST /api/operator/coaches/7/retire-payouts/': () => ({ detail: 'Given up' }),
  });
  press('Disconnect the payout account of coach 7');
  await waitFor(() => expect(recorded.toasts).toEqual(['Given up']));
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/coaches/7/retire-payouts/',
    body: { account: '1Ab2Cd3E' },
  });
});

test.each([
  ['none', null, 'Not set up yet. Earnings stay pending.', 0],
  ['off', null, 'This site pays out by hand.', 0],
  ['waiting', null, /^Stripe is checking the account/, 1],
  ['active', 'account_closed', 'The bank returned the last payout: account_closed', 1],
])('shows the payout state "%s"', async (state, failure, text, buttons) => {
  await open({
    'GET /api/operator/coaches/7/': () => ({ ...coach, payouts: { state, failure }, locked: true }),
  });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: /^Disconnect the payout account/ })).toHaveLength(
    buttons,
  );
  expect(screen.getByText('locked')).toBeTruthy();
});

test('edits the public page', async () => {
  const { recorded } = await open();
  expect(screen.getByRole('link', { name: 'Public page' }).getAttribute('href')).toBe(
    '/coaches/nova',
  );
  expect((screen.getByLabelText('Games') as HTMLInputElement).value).toBe('Counter-Strike 2');
  fill('Name', ' Nova Prime ');
  fill('Address', 'nova-prime');
  fill('Games', 'cs2, league of legends, CS2');
  fill('Languages', 'Korean');
  fill('Offer', 'First hour free');
  fill('Rank images', 'https://p.example/a.svg Rank: Zenith\n\n');
  press('Save public page');
  await waitFor(() => expect(recorded.toasts).toEqual(['Public page saved']));
  expect(recorded.calls).toContainEqual({
    call: 'PATCH /api/operator/coaches/7/',
    body: {
      ...{ name: 'Nova Prime', slug: 'nova-prime' },
      ...{ special_offer: 'First hour free', games: ['cs2', 'lol'], languages: ['ko'] },
      rank_images: [{ url: 'https://p.example/a.svg', alt: 'Rank: Zenith' }],
      seen: {
        ...{ name: 'Nova', slug: 'nova', special_offer: null, games: ['cs2'], languages: ['en'] },
        rank_images: coach.rank_images,
      },
    },
  });
});

test('explains what it cannot read', async () => {
  const { recorded } = await open();
  fill('Name', '\u200b');
  fill('Address', 'Nova Prime');
  fill('Games', 'chess');
  fill('Rank images', 'https://p.example/a.svg');
  press('Save public page');
  for (const problem of [/enter a name/, /lowercase letters/, /no “chess”/, /needs an address/])
    expect((await screen.findAllByText(problem)).length).toBeGreaterThan(0);
  expect(recorded.calls).toHaveLength(2);
});

test('changes, removes and adds services', async () => {
  const { recorded } = await open();
  const [, second, added] = screen.getAllByRole('textbox', { name: /service$/i });
  const prices = screen.getAllByLabelText('Price in USD');
  const set = (field: Element | undefined, value: string) =>
    fireEvent.change(field as Element, { target: { value } });
  set(prices[0], '30,50');
  set(second, '');
  set(added, 'Team review');
  set(prices[2], 'free');
  press('Save services');
  expect(await screen.findByText('Please enter a price from $0.50 to $9,999.99.')).toBeTruthy();
  set(prices[2], '90');
  set(screen.getAllByLabelText('Per')[2], 'unit');
  press('Save services');
  await waitFor(() => expect(recorded.toasts).toEqual(['Services saved']));
  expect(recorded.calls).toContainEqual({
    call: 'PATCH /api/operator/coaches/7/',
    body: {
      services: [
        { id: 1, label: 'Coaching', rate: 30.5, is_hourly: true },
        { id: null, label: 'Team review', rate: 90, is_hourly: false },
      ],
      seen: { services: coach.services },
    },
  });
});

test('sets hours and keeps special days', async () => {
  const { recorded } = await open();
  expect((screen.getByLabelText('Monday') as HTMLInputElement).value).toBe('14:00-22:00');
  fill('Monday', '10:00-12:30, 11:00-13:00');
  fill('Days ahead', '0');
  press('Save hours');
  expect((await screen.findAllByText(/must not overlap/)).length).toBeGreaterThan(0);
  fill('Monday', '10:00-12:30, 14:00 – 24:00');
  fill('Days ahead', '45');
  press('Save hours');
  await waitFor(() => expect(recorded.toasts).toEqual(['Hours saved']));
  const monday = [
    { start: '10:00', end: '12:30' },
    { start: '14:00', end: '24:00' },
  ];
  expect(recorded.calls).toContainEqual({
    call: 'PATCH /api/operator/coaches/7/availability/',
    body: { ...hours, weekly: [[], monday, [], [], [], [], []], days_ahead: 45, seen: hours },
  });
});

test('saves only hours that students can book', async () => {
  const { recorded } = await open();
  const problem = async (text: string) => {
    press('Save hours');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  };
  fill('Monday', '');
  fill('Tuesday', '10:00-10:45');
  await problem(
    'Sessions take 60 minutes, so please make at least one stretch of hours that long.',
  );
  expect(screen.getByLabelText('Tuesday').getAttribute('aria-invalid')).toBe('true');
  fill('Tuesday', '22:00-02:00');
  await problem(
    'An end must be after its start. For hours past midnight, end at 00:00 and add the rest to the next day.',
  );
  fill('Tuesday', '00:00-00:00');
  await problem('For a whole day, end at 24:00.');
  fill('Tuesday', '22:00-00:00');
  fill('Minutes of notice', '20000');
  await problem('Please enter a number from 0 to 11519.');
  fill('Minutes of notice', '10080');
  fill('Days ahead', '7');
  await problem('Students can book up to 7 days ahead, so please choose a shorter notice.');
  expect(screen.getByLabelText('Minutes of notice').getAttribute('aria-invalid')).toBe('true');
  fill('Minutes of notice', '60');
  fill('Days ahead', '30');
  press('Save hours');
  await waitFor(() => expect(recorded.toasts).toEqual(['Hours saved']));
  expect(recorded.calls).toContainEqual({
    call: 'PATCH /api/operator/coaches/7/availability/',
    body: {
      ...{ ...hours, notice_minutes: 60, seen: hours },
      weekly: [[], [], [{ start: '22:00', end: '24:00' }], [], [], [], []],
    },
  });
});

test('closes the week beside a short special day', async () => {
  const special = [{ date: '2026-12-24', windows: [{ start: '10:00', end: '10:30' }] }];
  const { recorded } = await open({
    'GET /api/operator/coaches/7/availability/': () => ({ ...hours, special }),
  });
  fill('Monday', '');
  press('Save hours');
  await waitFor(() => expect(recorded.toasts).toEqual(['Hours saved']));
});

test('sends what the form showed before another form loaded anew', async () => {
  const answers = [coach, { ...coach, special_offer: 'Half price' }];
  const { recorded } = await open({
    'GET /api/operator/coaches/7/': () => answers.shift() ?? coach,
  });
  fill('Offer', 'First hour free');
  fill('Monday', '10:00-12:00');
  press('Save hours');
  await waitFor(() => expect(recorded.toasts).toEqual(['Hours saved']));
  expect(answers).toEqual([]);
  press('Save public page');
  await waitFor(() => expect(recorded.toasts).toHaveLength(2));
  expect(recorded.calls).toContainEqual({
    call: 'PATCH /api/operator/coaches/7/',
    body: { special_offer: 'First hour free', seen: { special_offer: null } },
  });
});

test('shows the refusal of a taken address', async () => {
  await open({
    'PATCH /api/operator/coaches/7/': () =>
      Promise.reject(new ApiError('http', 409, { detail: 'Another coach has this address.' })),
  });
  fill('Address', 'rook');
  press('Save public page');
  expect(await screen.findByText(/Another coach has this address/)).toBeTruthy();
});

test('explains why no payout of a locked coach is due', async () => {
  await open({
    'GET /api/operator/coaches/7/due/': () =>
      Promise.reject(new ApiError('http', 409, { detail: 'This coach is locked.' })),
  });
  fill('Completed or delivered up to', '2026-11-30');
  press('Record payouts');
  expect(await screen.findByText(/This coach is locked/)).toBeTruthy();
});

test('records due payouts until a date', async () => {
  const due = { amount: 170, bookings: 2 };
  const { recorded } = await open({
    'GET /api/operator/coaches/7/due/': () => due,
    'POST /api/operator/coaches/7/paid-out/': () => ({ detail: 'Recorded' }),
  });
  press('Record payouts');
  expect(await screen.findByText('Please choose a date.')).toBeTruthy();
  fill('Completed or delivered up to', '2026-11-30');
  press('Record payouts');
  await waitFor(() => expect(recorded.toasts).toEqual(['Recorded']));
  expect(recorded.confirms).toEqual([expect.stringMatching(/^Did you pay the coach \$170\.00/)]);
  const until = new Date('2026-11-30T23:59:59.999').toISOString();
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/coaches/7/paid-out/',
    body: { until, amount: 170 },
  });
  Object.assign(due, { amount: 0, bookings: 0 });
  press('Record payouts');
  expect(await screen.findByText('Nothing is due until then.')).toBeTruthy();
  const leave = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leave);
  expect(leave.defaultPrevented).toBe(false);
});
