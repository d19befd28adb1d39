import { asOtherServer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { recordFiles } from '../../test/saved-files';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const booking = {
  id: 12,
  student_id: 3,
  student: 'kim@example.com',
  coach_id: 1,
  coach: 'Nova',
  service: 'One-on-one coaching',
  session_time: '2026-11-25T18:00:00Z',
  status: 'confirmed',
  amount: 25,
  refunded: 5,
  paid: true,
  refund: 'none',
};

test('lists and searches bookings', async () => {
  const { recorded, router } = await openPage(remote, '/operator/bookings?q=kim', {
    ...signedIn,
    answers: {
      'GET /api/operator/bookings/': (_, __, query) => (query === 'q=nobody' ? [] : [booking]),
    },
  });
  expect(screen.getByText(/\$25\.00, paid, \$5\.00 refunded/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Booking 12' }).getAttribute('href')).toBe(
    '/operator/bookings/12',
  );
  expect(recorded.calls.map(({ call }) => call)).toEqual(['GET /api/operator/bookings/?q=kim']);
  const field = screen.getByLabelText('Booking number, name, email, contact, amount or payment ID');
  expect((field as HTMLInputElement).value).toBe('kim');
  fireEvent.change(field, { target: { value: ' nobody ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('No bookings match.')).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toBe('?q=nobody'));
});

test('downloads the bookings of a search and filter as CSV', async () => {
  const files = recordFiles();
  const EXPORT = 'GET /api/operator/bookings/export/';
  const { recorded } = await openPage(remote, '/operator/bookings?q=kim&refund=due&below=9', {
    ...signedIn,
    answers: {
      'GET /api/operator/bookings/': () => [booking],
      [EXPORT]: () => asOtherServer(new Blob(['booking\r\n'])),
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await vi.waitFor(async () => expect(await files()).toEqual([['bookings.csv', 'booking\r\n']]));
  expect(recorded.calls.at(-1)?.call).toBe(`${EXPORT}?q=kim&refund=due`);
});

test('offers no download of an empty list', async () => {
  const answers = { 'GET /api/operator/bookings/': () => [] };
  await openPage(remote, '/operator/bookings', { ...signedIn, answers });
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull();
});

test('shows the failed part of a refund', async () => {
  await openPage(remote, '/operator/bookings', {
    ...signedIn,
    answers: { 'GET /api/operator/bookings/': () => [{ ...booking, failed_refund: 8 }] },
  });
  expect(
    screen.getByText(/\$25\.00, paid, \$5\.00 refunded, refund of \$8\.00 failed$/),
  ).toBeTruthy();
});

test('filters by refund and keeps the filter in a search', async () => {
  const { recorded, router } = await openPage(remote, '/operator/bookings?refund=failed&below=9', {
    ...signedIn,
    answers: { 'GET /api/operator/bookings/': () => [{ ...booking, refund: 'failed' }] },
  });
  expect(recorded.calls.map(({ call }) => call)).toEqual([
    'GET /api/operator/bookings/?below=9&refund=failed',
  ]);
  const filter = within(screen.getByRole('navigation', { name: 'Refunds' }));
  const address = (name: string) => filter.getByRole('link', { name }).getAttribute('href');
  expect(filter.getByRole('link', { current: true }).textContent).toBe('Failed refunds');
  expect(address('Refunds on their way')).toBe('/operator/bookings?refund=due');
  expect(address('Refunded')).toBe('/operator/bookings?refund=refunded');
  expect(address('All bookings')).toBe('/operator/bookings');
  fireEvent.change(
    screen.getByLabelText('Booking number, name, email, contact, amount or payment ID'),
    {
      target: { value: 'kim' },
    },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(router.state.location.search).toBe('?refund=failed&q=kim'));
});

test('keeps the focus in the search and shows the search of the address', async () => {
  const { router } = await openPage(remote, '/operator/bookings', {
    ...signedIn,
    answers: { 'GET /api/operator/bookings/': () => [booking] },
  });
  const field = screen.getByLabelText<HTMLInputElement>(/^Booking number, name/);
  field.focus();
  fireEvent.change(field, { target: { value: ' kim ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(field.value).toBe('kim'));
  expect(document.activeElement).toBe(field);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.getByLabelText(/^Booking number, name/)).toBe(field));
  expect(field.value).toBe('');
});

test('shows why a student requested a refund', async () => {
  const requested = { ...booking, refund: 'returned', refund_reason: 'No sound.' };
  await openPage(remote, '/operator/bookings?refund=requested', {
    ...signedIn,
    answers: { 'GET /api/operator/bookings/': () => [requested] },
  });
  expect(screen.getByText('Reason for the refund:').textContent).toContain('No sound.');
  expect(screen.getByRole('link', { current: true, name: 'Refund requests' })).toBeTruthy();
});

test('links to older entries after a full page', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({ ...booking, id: 200 - index }));
  await openPage(remote, '/operator/bookings', {
    ...signedIn,
    answers: { 'GET /api/operator/bookings/': () => full },
  });
  const older = screen.getByRole('link', { name: 'Show older entries' });
  expect(older.getAttribute('href')).toBe('/operator/bookings?below=101');
});
