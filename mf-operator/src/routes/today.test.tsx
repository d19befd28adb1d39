import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { recordFiles } from '../../test/saved-files';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const overview = {
  sessions: [
    {
      id: 7,
      session_time: '2026-11-25T18:00:00Z',
      student: 'kim@example.com',
      coach: 'Nova',
      service: 'One-on-one coaching',
      status: 'confirmed',
    },
  ],
  revenue: { paid: 75, refunded: 12.5 },
  ...{
    refunds_due: 1,
    refunds_failed: 0,
    failed_payouts: 2,
    refunds_requested: 4,
    failed_mails: 2,
  },
  ...{ reported_reviews: 3, reported_messages: 0, open_applications: 1 },
  provider: { last_event_at: '2026-11-25T12:00:00Z', open_incidents: 1 },
};
const incident = {
  id: 4,
  type: 'charge.dispute.created',
  booking_id: 7,
  summary:
    'dispute dp_1 (fraudulent) is needs_response; answer it at the payment provider before its deadline',
  amount_cents: 123_450,
  currency: 'usd',
  occurred_at: '2026-11-25T12:00:00Z',
};
const refused: FakeAnswer = () => Promise.reject(new ApiError('http', 403, { detail: 'No.' }));
const session = { enrolled: true, until: null, recovery_codes: 9 };

/** Answers of a console that `open` unlocks. */
function lockedConsole(more: Record<string, FakeAnswer>) {
  let isOpen = false;
  const guarded =
    (answer: unknown): FakeAnswer =>
    (...call) =>
      isOpen ? answer : refused(...call);
  return {
    open: () => {
      isOpen = true;
    },
    answers: {
      'GET /api/operator/overview/': guarded(overview),
      'GET /api/operator/incidents/': guarded([]),
      'GET /api/operator/session/': () => session,
      ...more,
    },
  };
}

test('shows what the day needs', async () => {
  await openPage(remote, '/operator', {
    ...signedIn,
    answers: {
      'GET /api/operator/overview/': () => overview,
      'GET /api/operator/incidents/': () => [incident],
    },
  });
  const figure = (name: RegExp) => screen.getByRole('link', { name });
  expect(figure(/^Paid \$75\.00/).getAttribute('href')).toBe('/operator/revenue');
  expect(figure(/^Paid/).textContent).toContain('$12.50 refunded');
  expect(figure(/^Failed emails 2/).getAttribute('href')).toBe('/operator/emails');
  expect(figure(/^Refunds on their way 1/).getAttribute('href')).toBe(
    '/operator/bookings?refund=due',
  );
  expect(figure(/^Refund requests this week 4/).getAttribute('href')).toBe(
    '/operator/bookings?refund=requested',
  );
  expect(figure(/^Failed refunds 0/).getAttribute('href')).toBe('/operator/bookings?refund=failed');
  expect(figure(/^Failed payouts 2/).getAttribute('href')).toBe('/operator/revenue');
  expect(figure(/^Reported reviews 3/)).toBeTruthy();
  expect(document.body.textContent).toContain('One-on-one coaching with Nova for kim@example.com');
  expect(
    screen.getByText(/^Dispute dp_1 \(fraudulent\) is needs_response.* before its deadline\.$/),
  ).toBeTruthy();
  expect(screen.getByText('$1,234.50')).toBeTruthy();
  const tabs = within(screen.getByRole('navigation', { name: 'Operator' }));
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Today');
});

const openIncidents = (incidents: () => object[], answers = {}, query = '') =>
  openPage(remote, `/operator${query}`, {
    ...signedIn,
    answers: {
      'GET /api/operator/overview/': () => overview,
      'GET /api/operator/incidents/': incidents,
      ...answers,
    },
  });
const markDone = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Mark incident 4 as done' }));

test.each([
  [500, 'jpy', '¥500'],
  [500, 'not-a-currency', '500 not-a-currency'],
  [null, 'usd', null],
  [500, null, null],
])('shows the amount %s of %s as %s', async (amount_cents, currency, amount) => {
  await openIncidents(() => [{ ...incident, amount_cents, currency }]);
  const [, shown] = screen.getByText('Dispute').parentElement?.querySelectorAll('strong') ?? [];
  expect(shown?.textContent ?? null).toBe(amount);
});

test.each([
  ['transfer.overpaid_by_hand', 'Coach paid too much'],
  ['transfer.made_elsewhere', 'Transfer at Stripe'],
  ['topup.failed', 'Payment problem'],
])('names an incident of the type %s in words', async (type, title) => {
  await openIncidents(() => [{ ...incident, type }]);
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByText(type)).toBeTruthy();
});

test('links to older incidents after a full page', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({ ...incident, id: 200 - index }));
  const { recorded } = await openIncidents(() => full, {}, '?below=201');
  expect(recorded.calls.map(({ call }) => call)).toContain(
    'GET /api/operator/incidents/?below=201',
  );
  const older = screen.getByRole('link', { name: 'Show older incidents' });
  expect(older.getAttribute('href')).toBe('/operator?below=101');
  cleanup();
  await openIncidents(() => [], {}, '?below=101');
  expect(screen.queryByText('The payment provider reports no problems.')).toBeNull();
  expect(screen.getByText('No older incidents.')).toBeTruthy();
});

test('marks an incident as done', async () => {
  let open: object[] = [incident];
  const { recorded } = await openIncidents(() => open, {
    'POST /api/operator/incidents/4/resolve/': () => {
      open = [];
      return { detail: 'The incident is resolved' };
    },
  });
  markDone();
  await waitFor(() => expect(recorded.toasts).toEqual(['The incident is resolved']));
  await waitFor(() => expect(screen.queryByText('Dispute')).toBeNull());
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/incidents/4/resolve/',
    body: {},
  });
});

test.each([undefined, null, 'none'])(
  'asks before it releases the payout of a failed partial refund (%s)',
  async (refund) => {
    const { recorded } = await openIncidents(
      () => [{ ...incident, type: 'refund.failed', refund }],
      { 'POST /api/operator/incidents/4/resolve/': () => ({ detail: 'The incident is resolved' }) },
    );
    markDone();
    await waitFor(() => expect(recorded.toasts).toEqual(['The incident is resolved']));
    expect(recorded.confirms).toEqual([expect.stringMatching(/nothing more/)]);
    expect(recorded.calls).toContainEqual({
      call: 'POST /api/operator/incidents/4/resolve/',
      body: { release_payout: true },
    });
  },
);

test('leads to the booking while a full refund is failed', async () => {
  await openIncidents(() => [{ ...incident, type: 'refund.failed', refund: 'failed' }]);
  expect(screen.queryByRole('button', { name: 'Mark incident 4 as done' })).toBeNull();
  expect(screen.getByText(/Try it again on the booking's page/)).toBeDefined();
});

test('asks nothing once a failed full refund worked', async () => {
  const { recorded } = await openIncidents(
    () => [{ ...incident, type: 'refund.failed', refund: 'returned' }],
    { 'POST /api/operator/incidents/4/resolve/': () => ({ detail: 'The incident is resolved' }) },
  );
  markDone();
  await waitFor(() => expect(recorded.toasts).toEqual(['The incident is resolved']));
  expect(recorded.confirms).toEqual([]);
});

test('keeps an incident that could not be marked', async () => {
  const { recorded } = await openIncidents(() => [incident], {
    'POST /api/operator/incidents/4/resolve/': () =>
      Promise.reject(new ApiError('http', 409, { detail: 'Another operator was faster.' })),
  });
  markDone();
  await waitFor(() => expect(recorded.alerts).toEqual(['Another operator was faster.']));
  expect(recorded.toasts).toEqual([]);
  expect(screen.getByText('Dispute')).toBeTruthy();
});

test('asks for a code and then shows the page', async () => {
  const { open, answers } = lockedConsole({
    'POST /api/operator/session/': () => {
      open();
      return { ...session, until: '2026-11-25T14:00:00Z' };
    },
  });
  const { recorded } = await openPage(remote, '/operator', { ...signedIn, answers });
  expect(screen.queryByRole('heading', { name: 'Sessions' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Please enter a code.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: ' 123456 ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeTruthy();
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/session/',
    body: { code: '123456' },
  });
});

test('shows a rejected code at its field', async () => {
  const { answers } = lockedConsole({
    'POST /api/operator/session/': () =>
      Promise.reject(new ApiError('http', 403, { detail: "That code isn't right." })),
  });
  await openPage(remote, '/operator', { ...signedIn, answers });
  expect(screen.getByText(/You have 9 left/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toBe("That code isn't right.");
});

/** Opens a console whose operator has no second factor yet. `lost`: the response of the set-up. */
function setUpConsole(lost?: ApiError) {
  const { open, answers } = lockedConsole({
    'GET /api/operator/session/': () => ({ ...session, enrolled: false, recovery_codes: 0 }),
    'POST /api/operator/second-factor/': () => ({
      secret: 'JBSWY3DPEHPK3PXP',
      url: 'otpauth://totp/Carry:kim?secret=JBSWY3DPEHPK3PXP',
    }),
    'POST /api/operator/second-factor/confirm/': () => {
      open();
      if (lost) throw lost;
      return { ...session, until: '2026-11-25T14:00:00Z', codes: ['AAAA-BBBB', 'CCCC-DDDD'] };
    },
  });
  return openPage(remote, '/operator', { ...signedIn, answers, site: { name: 'Carry & Co' } });
}

async function turnOn() {
  fireEvent.click(await screen.findByRole('button', { name: 'Set up second factor' }));
  expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('6-digit code from the app'), {
    target: { value: '123456' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
}

test('sets up the second factor and shows recovery codes once', async () => {
  await setUpConsole();
  await turnOn();
  expect(screen.getByRole('img', { name: 'QR code of your second factor' })).toBeTruthy();
  expect(await screen.findByText('CCCC-DDDD')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: "I've saved them" }));
  expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeTruthy();
  expect(screen.queryByText('CCCC-DDDD')).toBeNull();
});

test('opens the console if the second factor is on already', async () => {
  const detail = 'You already have a second factor. Enter a code from its app.';
  const { recorded } = await setUpConsole(new ApiError('http', 409, { detail }));
  await turnOn();
  expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeTruthy();
  expect(recorded.alerts).toEqual([
    'Your second factor is already on (You can get new recovery codes under Operators.)',
  ]);
});

test('warns before the recovery codes are lost with the page', async () => {
  const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await setUpConsole();
  await turnOn();
  await screen.findByText('CCCC-DDDD');
  await vi.waitFor(() => expect(warns()).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: "I've saved them" }));
  expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeTruthy();
  await vi.waitFor(() => expect(warns()).toBe(false));
});

test('downloads the recovery codes', async () => {
  const files = recordFiles();
  await setUpConsole();
  await turnOn();
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await files()).toEqual([['carry-co-recovery-codes.txt', 'AAAA-BBBB\nCCCC-DDDD\n']]);
});

test.each([
  ['copies the recovery codes', async () => {}, 'Copied'],
  [
    'explains that the browser copies nothing',
    () => Promise.reject(new Error('blocked')),
    "Your browser won't let us copy. Please select the text instead.",
  ],
])('%s', async (_, copy, status) => {
  const writeText = vi.fn<(text: string) => Promise<void>>(copy);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  onTestFinished(() => void vi.unstubAllGlobals());
  await setUpConsole();
  await turnOn();
  fireEvent.click(await screen.findByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(status));
  expect(writeText.mock.calls).toEqual([['AAAA-BBBB\nCCCC-DDDD']]);
});

test('shows members nothing, and sends visitors to the login', async () => {
  const { answers } = lockedConsole({ 'GET /api/operator/session/': refused });
  await openPage(remote, '/operator', { ...signedIn, answers });
  expect(screen.getByText('This page is for the operators of this site.')).toBeTruthy();
  cleanup();
  const { router } = await openPage(remote, '/operator', { answers });
  expect(router.state.location.pathname).toBe('/login');
});
