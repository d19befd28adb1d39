import { ApiError, type AuthState } from '@carry/remote-kit';
import { createFakeShell, type FakeAnswer } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  choose,
  createAnswers,
  day,
  days,
  fill,
  NOW,
  notice,
  openCoachPage,
  plain,
} from '../../test/coach-page';
import remote from '../remote';

const home = process.env['TZ'];
const CREATE = 'POST /api/create-booking/';
const CHECKOUT = 'POST /api/create-checkout-session/';
const SESSIONS = 'GET /api/my-sessions/';
const session = { id: 9, coach_name: 'Nova', session_time: null, duration_minutes: 60 };

let answers: Record<string, FakeAnswer>;
let auth: Partial<AuthState>;
let now = NOW;
type Fake = ReturnType<typeof createFakeShell>;
const start = () => createFakeShell({ auth, answers, now: () => now });
const open = (fake: Fake) => openCoachPage(remote, fake);
const bookNow = () => fireEvent.click(screen.getByRole('button', { name: 'Book Now' }));
const count = ({ recorded }: Fake, name: string) =>
  recorded.calls.filter(({ call }) => call.split('?')[0] === name).length;
const contact = () => (screen.getByLabelText(/Contact info/) as HTMLInputElement).value;
const booked = () => screen.queryByText(/^You've already booked this\./);

/** Orders a session and fails at the payment page. */
async function orderUnpaid() {
  const fake = start();
  answers[CREATE] = () => ({ booking_id: 9 });
  answers[CHECKOUT] = () => Promise.reject(new ApiError('http', 503));
  await open(fake);
  choose(1, '9:00 AM');
  fill('Contact info', 'kim');
  fill('Details', 'aim');
  bookNow();
  await waitFor(() => expect(fake.recorded.alerts).toEqual(['Payment session failed to create.']));
  await screen.findByRole('button', { name: 'Book Now' });
  return fake;
}

beforeEach(() => {
  process.env['TZ'] = 'UTC';
  now = NOW;
  auth = { status: 'signed-in', user: { username: 'kim' } };
  answers = createAnswers(['09:00', '10:00', '15:00']);
  answers[SESSIONS] = () => [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  process.env['TZ'] = home;
  vi.restoreAllMocks();
});

const listPaid = () => {
  answers[SESSIONS] = () => [{ ...session, status: 'confirmed', has_review: false }] as never;
};
const takeSlot = () => {
  answers[`GET /api/coach/7/available-slots/?date=${days[1]}&duration=60`] = () => ({
    available_slots: [{ start: '15:00' }],
  });
};

test('pays the booking that the same order created', async () => {
  const fake = await orderUnpaid();
  answers[CREATE] = () => Promise.reject(new ApiError('http', 409));
  answers[CHECKOUT] = () => ({ sessionId: 'cs_1', url: 'https://pay.example/1' });
  bookNow();
  await waitFor(() => expect(fake.recorded.left).toEqual(['https://pay.example/1']));
  expect(count(fake, CREATE)).toBe(1);
  expect(fake.recorded.calls.at(-1)?.body).toMatchObject({ booking_id: 9, details: 'aim' });
});

test.each([
  ['its booking is missing', () => {}, 404],
  ['its hold is over on the server', () => {}, 409],
  ['another server refuses it', () => {}, 400],
  ['its service is gone', () => {}, 410],
  ['the details differ', () => fill('Details', 'vision'), 503],
  ['another time is chosen', () => choose(2, '10:00 AM'), 503],
  [
    'the hold is over',
    () => {
      now += 31 * 60_000;
    },
    503,
  ],
])('creates a new booking when %s', async (_, change, status) => {
  const fake = await orderUnpaid();
  change();
  answers[CREATE] = () => ({ booking_id: 10 });
  answers[CHECKOUT] = (body) =>
    (body as { booking_id: number }).booking_id === 9
      ? Promise.reject(new ApiError('http', status))
      : { sessionId: 'cs_2', url: 'https://pay.example/2' };
  bookNow();
  await waitFor(() => expect(fake.recorded.left).toEqual(['https://pay.example/2']));
  expect(count(fake, CREATE)).toBe(2);
  expect(fake.recorded.alerts).toHaveLength(1);
});

test.each([403, 408, 429])('creates no second booking after a %i', async (status) => {
  const fake = await orderUnpaid();
  answers[CHECKOUT] = () => Promise.reject(new ApiError('http', status));
  bookNow();
  await waitFor(() => expect(fake.recorded.alerts).toHaveLength(2));
  expect([count(fake, CREATE), fake.recorded.left]).toEqual([1, []]);
});

test.each([
  ['lists it then', undefined, listPaid],
  ['names it as paid', { detail: 'This booking is already paid.' }, () => {}],
])('creates no second booking after a 409 of a server that %s', async (_, body, pay) => {
  const fake = await orderUnpaid();
  answers[CHECKOUT] = () => {
    pay();
    return Promise.reject(new ApiError('http', 409, body));
  };
  bookNow();
  await waitFor(() => expect(booked()).toBeTruthy());
  expect([count(fake, CREATE), contact(), fake.recorded.left]).toEqual([1, '', []]);
  expect(document.activeElement?.textContent).toBe('Book a session');
});

test('sends nothing if pressed while a paid order is looked up', async () => {
  const fake = await orderUnpaid();
  const lists: (() => void)[] = [];
  const list = [{ ...session, status: 'confirmed', has_review: false }];
  answers[SESSIONS] = () => new Promise((resolve) => lists.push(() => resolve(list)));
  await open(fake);
  bookNow();
  await waitFor(() => expect(lists).toHaveLength(2));
  await act(async () => {
    for (const send of lists) send();
  });
  await waitFor(() => expect(booked()).toBeTruthy());
  await screen.findByRole('button', { name: 'Book Now' });
  expect([count(fake, CREATE), count(fake, CHECKOUT)]).toEqual([1, 1]);
});

test('keeps texts that were changed after the order was paid', async () => {
  const fake = await orderUnpaid();
  fill('Details', 'vision');
  listPaid();
  await open(fake);
  await waitFor(() => expect(booked()).toBeTruthy());
  expect([contact(), screen.getByLabelText<HTMLTextAreaElement>('Details').value]).toEqual([
    'kim',
    'vision',
  ]);
  expect(fake.shell.drafts.offers()[0]?.path).toBe('/booking/7');
  fill('Details', 'vision and aim');
  expect(booked()).toBeNull();
});

test('shows no paid order after a sign-out', async () => {
  const fake = await orderUnpaid();
  listPaid();
  await open(fake);
  await waitFor(() => expect(booked()).toBeTruthy());
  act(() => fake.shell.auth.signOut());
  expect(booked()).toBeNull();
});

test('shows no paid order to another person', async () => {
  const fake = await orderUnpaid();
  listPaid();
  await open(fake);
  await waitFor(() => expect(booked()).toBeTruthy());
  Object.assign(auth, { user: { username: 'lee' } });
  await act(() => fake.shell.auth.signIn({ access: 'a', refresh: 'r' }));
  expect(booked()).toBeNull();
});

test('keeps the time when its payment page fails again', async () => {
  const fake = await orderUnpaid();
  bookNow();
  await waitFor(() => expect(fake.recorded.alerts).toHaveLength(2));
  expect(count(fake, CREATE)).toBe(1);
  expect(plain(day(1).textContent)).toContain('9:00 AM');
});

test('clears a draft that was paid on another device', async () => {
  const fake = await orderUnpaid();
  expect(fake.shell.drafts.offers()).toEqual([
    { path: '/booking/7#booking=9', title: 'your booking with Nova' },
  ]);
  takeSlot();
  listPaid();
  now += 31 * 60_000;
  await open(fake);
  await waitFor(() => expect(booked()).toBeTruthy());
  expect(booked()?.querySelector('a')?.getAttribute('href')).toBe('/sessions');
  expect([contact(), notice()]).toEqual(['', '']);
  expect(fake.shell.drafts.offers()).toEqual([]);
});

test('does not repeat an order paid while the page is open', async () => {
  const fake = await orderUnpaid();
  listPaid();
  bookNow();
  await waitFor(() => expect(booked()).toBeTruthy());
  expect([count(fake, CREATE), count(fake, CHECKOUT)]).toEqual([1, 1]);
  expect(contact()).toBe('');
});

test.each([
  ['without the booking', () => []],
  ['that fails', () => Promise.reject(new ApiError('http', 500))],
  ['of another shape', () => ({}) as never],
])('keeps the draft after a list of sessions %s', async (_, sessions) => {
  const fake = await orderUnpaid();
  answers[SESSIONS] = sessions;
  await open(fake);
  await waitFor(() => expect(count(fake, SESSIONS)).toBeGreaterThan(0));
  expect([contact(), booked()]).toEqual(['kim', null]);
});

test('looks nothing up without an unpaid booking or sign-in', async () => {
  const fake = start();
  await open(fake);
  fill('Contact info', 'kim');
  await open(fake);
  const expired = await orderUnpaid();
  const looked = count(expired, SESSIONS);
  const drafts = expired.shell.drafts;
  const visitor = createFakeShell({ answers, now: () => now });
  await openCoachPage(remote, { shell: { ...visitor.shell, drafts } });
  expect(contact()).toBe('kim');
  expect([count(fake, SESSIONS), looked, count(visitor, SESSIONS)]).toEqual([0, 0, 0]);
  listPaid();
  await act(() => visitor.shell.auth.signIn({ access: 'a', refresh: 'r' }));
  await waitFor(() => expect(booked()).toBeTruthy());
});
