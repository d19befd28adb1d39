import { type DraftOffer, defineRemote } from '@carry/remote-kit';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { ContinueBooking } from './continue-booking';

afterEach(cleanup);

function show(offers: readonly DraftOffer[]) {
  const remote = defineRemote(() => [{ id: 'home', path: '/', Component: ContinueBooking }]);
  const { shell } = createFakeShell();
  Object.assign(shell.drafts, { offers: () => [...offers] });
  const routes = remote.createRoutes(shell) as RouteObject[];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

const booking = { path: '/booking/37', title: 'your booking with Rook' };

test('offers the newest draft booking until dismissed', () => {
  show([
    { path: '/account', title: 'your notes' },
    { path: '/sessions/3', title: 'to booking 3' },
    booking,
    { path: '/booking/1', title: 'your booking with Nova' },
  ]);
  expect(
    screen.getByRole('link', { name: 'Continue your booking with Rook' }).getAttribute('href'),
  ).toBe('/booking/37');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('complementary')).toBeNull();
});

test.each(['/sessions/3', '/coach/bookings/3'])('offers %s after a login', (path) => {
  show([{ path, title: 'to booking 3' }]);
  const link = screen.getByRole('link', { name: 'Continue to booking 3' });
  expect(link.getAttribute('href')).toBe(path);
});

test('withdraws the offer when the bfcache restores the page after a payment', () => {
  const offers = [booking];
  show(offers);
  offers.pop();
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('offers nothing without a draft booking', () => {
  show([{ path: '/account', title: 'your notes' }]);
  expect(screen.queryByRole('complementary')).toBeNull();
});
