import { type DraftOffer, defineRemote } from '@carry/remote-kit';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ContinueBooking } from './continue-booking';

function show(offers: readonly DraftOffer[]) {
  const remote = defineRemote(() => [{ id: 'home', path: '/', Component: ContinueBooking }]);
  const routes = remote.createRoutes(createFakeShell({ offers }).shell) as RouteObject[];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

const booking = { path: '/booking/37', title: 'your booking with Rook' };

test('offers the newest draft booking until dismissed', () => {
  show([
    { path: '/coach/bookings/2', title: 'your notes' },
    booking,
    { path: '/booking/1', title: 'your booking with Nova' },
  ]);
  expect(
    screen.getByRole('link', { name: 'Continue your booking with Rook' }).getAttribute('href'),
  ).toBe('/booking/37');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('offers nothing without a draft booking', () => {
  show([{ path: '/coach/bookings/2', title: 'your notes' }]);
  expect(screen.queryByRole('complementary')).toBeNull();
});
