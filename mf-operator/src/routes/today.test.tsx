import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
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
  ...{ refunds_due: 1, refunds_failed: 0, failed_mails: 2 },
  ...{ reported_reviews: 3, reported_messages: 0, open_applications: 1 },
  provider: { last_event_at: '2026-11-25T12:00:00Z', open_incidents: 1 },
};
const incident = {
  id: 4,
  type: 'dispute.opened',
  booking_id: 7,
  summary: 'A dispute over 75 USD.',
  amount_cents: 7500,
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
  expect(figure(/^Failed refunds 0/).getAttribute('href')).toBe('/operator/bookings?refund=failed');
  expect(figure(/^Reported reviews 3/)).toBeTruthy();
  expect(screen.getByText(/One-on-one coaching with Nova for kim@example.com/)).toBeTruthy();
  expect(screen.getByText('A dispute over 75 USD.')).toBeTruthy();
  const tabs = within(screen.getByRole('navigation', { name: 'Operator' }));
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Today');
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

test('sets up the second factor and shows recovery codes once', async () => {
  const { open, answers } = lockedConsole({
    'GET /api/operator/session/': () => ({ ...session, enrolled: false, recovery_codes: 0 }),
    'POST /api/operator/second-factor/': () => ({
      secret: 'JBSWY3DPEHPK3PXP',
      url: 'otpauth://totp/Carry:kim?secret=JBSWY3DPEHPK3PXP',
    }),
    'POST /api/operator/second-factor/confirm/': () => {
      open();
      return { ...session, until: '2026-11-25T14:00:00Z', codes: ['AAAA-BBBB', 'CCCC-DDDD'] };
    },
  });
  await openPage(remote, '/operator', { ...signedIn, answers });
  fireEvent.click(await screen.findByRole('button', { name: 'Set up second factor' }));
  expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'QR code of your second factor' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('6-digit code from the app'), {
    target: { value: '123456' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('CCCC-DDDD')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: "I've saved them" }));
  expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeTruthy();
  expect(screen.queryByText('CCCC-DDDD')).toBeNull();
});

test('shows members nothing, and sends visitors to the login', async () => {
  const { answers } = lockedConsole({ 'GET /api/operator/session/': refused });
  await openPage(remote, '/operator', { ...signedIn, answers });
  expect(screen.getByText('This page is for the operators of this site.')).toBeTruthy();
  cleanup();
  const { router } = await openPage(remote, '/operator', { answers });
  expect(router.state.location.pathname).toBe('/login');
});
