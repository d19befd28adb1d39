import { ApiError } from '@carry/remote-kit';
import { asOtherServer, type FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const sums = { paid: 15_333, commission: 1699, refunded: 4000, paid_out: 1200, pending: 8434 };
const earnings = {
  total: sums,
  months: [
    { month: '2026-11', bookings: 1, ...sums },
    {
      month: '2026-10',
      bookings: 2,
      ...{ paid: 0, commission: 0, refunded: 0, paid_out: 0, pending: 0 },
    },
  ],
  time_zone: 'America/New_York',
  commission_percent: 15,
};
const payouts = {
  ...{ state: 'none', failure: null, country: 'DE' },
  countries: [
    { code: 'DE', name: 'Germany' },
    { code: 'FR', name: 'France' },
  ],
};
const LINK = 'POST /api/coach/payouts/link/';
const EXPORT = 'GET /api/coach/earnings/export/';

const open = (answers: Record<string, FakeAnswer> = {}, user: object = { is_coach: true }) =>
  openPage(remote, '/coach/earnings', {
    auth: { status: 'signed-in', user },
    answers: {
      'GET /api/coach/earnings/': () => earnings,
      'GET /api/coach/payouts/': () => payouts,
      ...answers,
    },
  });
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('shows sums by month and in total', async () => {
  await open();
  const table = within(await screen.findByRole('table'));
  const cells = table
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Month', 'Paid by students', 'Commission', 'Refunded', 'Paid out', 'Pending'],
    ['November 20261 booking', '$153.33', '$16.99', '$40.00', '$12.00', '$84.34'],
    ['October 20262 bookings', '$0.00', '$0.00', '$0.00', '$0.00', '$0.00'],
    ['Total', '$153.33', '$16.99', '$40.00', '$12.00', '$84.34'],
  ]);
  expect(screen.getByRole('link', { name: 'Earnings' }).getAttribute('aria-current')).toBe('page');
});

test('shows when the share is paid out', async () => {
  await open({});
  expect(await screen.findByText(/We pay out your share 48 hours after/)).toBeTruthy();
  cleanup();
  const charges = 'destination';
  await open({ 'GET /api/coach/payouts/': () => ({ ...payouts, state: 'active', charges }) });
  expect(await screen.findByText(/goes straight to your Stripe account/)).toBeTruthy();
  expect(screen.getByText(/earlier payments follow when their refund guarantee ends/)).toBeTruthy();
  expect(screen.queryByText(/48 hours/)).toBeNull();
});

test('shows the months without the state of payouts', async () => {
  const down = () => Promise.reject(new ApiError('timeout', 0));
  await open({ 'GET /api/coach/payouts/': down });
  expect(await screen.findByRole('table')).toBeTruthy();
  expect(screen.getByText(/couldn't check your payouts/)).toBeTruthy();
});

test('downloads the table in the encoding that Excel needs', async () => {
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`;
  await open({ [EXPORT]: () => asOtherServer(new Blob(['booking\r\n'])) });
  await screen.findByRole('table');
  await press('Download as CSV');
  const bytes = (await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  expect(text).toBe('\ufeffbooking\r\n');
});

test('leads to the form of the payment provider', async () => {
  const { recorded } = await open({ [LINK]: () => ({ url: 'https://connect.stripe.com/x' }) });
  await screen.findByRole('table');
  fireEvent.change(screen.getByLabelText('Country of your bank account'), {
    target: { value: 'FR' },
  });
  await press('Set up payouts');
  const link = screen.getByRole('link', { name: 'Continue to Stripe' });
  expect(link.getAttribute('href')).toBe('https://connect.stripe.com/x');
  expect(document.activeElement).toBe(link);
  expect(recorded.calls.find(({ call }) => call === LINK)?.body).toEqual({ country: 'FR' });
});

test('starts over with another country until the details are sent', async () => {
  const unfinished = { ...payouts, state: 'unfinished' };
  const { recorded } = await open({
    'GET /api/coach/payouts/': () => unfinished,
    [LINK]: () => ({ url: 'https://connect.stripe.com/x' }),
  });
  await screen.findByRole('table');
  const select = screen.getByLabelText('Country of your bank account');
  expect((select as HTMLSelectElement).value).toBe('DE');
  fireEvent.change(select, { target: { value: 'FR' } });
  await press('Finish setup');
  expect(recorded.calls.find(({ call }) => call === LINK)?.body).toEqual({ country: 'FR' });
  await screen.findByRole('link', { name: 'Continue to Stripe' });
  fireEvent.change(select, { target: { value: 'DE' } });
  expect(screen.queryByRole('link', { name: 'Continue to Stripe' })).toBeNull();
  await press('Finish setup');
  expect(recorded.calls.findLast(({ call }) => call === LINK)?.body).toEqual({ country: 'DE' });
  cleanup();
  await open({ 'GET /api/coach/payouts/': () => ({ ...payouts, state: 'waiting' }) });
  await screen.findByRole('table');
  expect(screen.queryByLabelText('Country of your bank account')).toBeNull();
});

test('asks for a country and explains failures', async () => {
  await open({
    'GET /api/coach/payouts/': () => ({ ...payouts, country: null }),
    [LINK]: () => Promise.reject(new ApiError('http', 400, { detail: 'Not there.' })),
  });
  await screen.findByRole('table');
  await press('Set up payouts');
  expect(screen.getByRole('alert').textContent).toContain('Choose the country');
  fireEvent.change(screen.getByLabelText('Country of your bank account'), {
    target: { value: 'FR' },
  });
  await press('Set up payouts');
  expect(screen.getByRole('alert').textContent).toContain('Not there.');
});

test('explains payouts that are off, waiting or failed', async () => {
  await open({ 'GET /api/coach/payouts/': () => ({ ...payouts, state: 'off' }) });
  expect(await screen.findByText(/doesn't pay out automatically yet/)).toBeTruthy();
  cleanup();
  await open({
    'GET /api/coach/payouts/': () => ({ ...payouts, state: 'active', failure: 'Account closed' }),
  });
  expect(await screen.findByText(/returned the last payout \(Account closed\)/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open your Stripe account' })).toBeTruthy();
});

test('shows an empty list and a notice to others', async () => {
  await open({ 'GET /api/coach/earnings/': () => ({ ...earnings, months: [] }) });
  expect(await screen.findByText(/No earnings yet/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  cleanup();
  const refused = () => Promise.reject(new ApiError('http', 404));
  await open({ 'GET /api/coach/earnings/': refused }, { is_coach: false });
  expect(await screen.findByText(/This page is for coaches/)).toBeTruthy();
});
