import { type DraftOffer, defineRemote } from '@carry/remote-kit';
import {
  asOtherServer,
  createFakeShell,
  type FakeShellOptions,
} from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { ContinueBooking } from './continue-booking';

afterEach(cleanup);

async function show(offers: readonly DraftOffer[], options: FakeShellOptions = {}) {
  const Component = () => (
    <>
      <h1 tabIndex={-1}>Home</h1>
      <ContinueBooking />
    </>
  );
  const remote = defineRemote(() => [{ id: 'home', path: '/', Component }]);
  const { shell, recorded } = createFakeShell(options);
  Object.assign(shell.drafts, { offers: () => [...offers] });
  const routes = remote.createRoutes(shell) as RouteObject[];
  const reload = async () => {
    cleanup();
    render(<RouterProvider router={createMemoryRouter(routes)} />);
    await act(async () => {});
  };
  await reload();
  return { shell, recorded, reload };
}

const booking = { path: '/booking/37', title: 'your booking with Rook' };

test('offers the newest draft booking until dismissed', async () => {
  const { reload } = await show([
    { path: '/account', title: 'your notes' },
    { path: '/sessions/3', title: 'to booking 3' },
    booking,
    { path: '/booking/1', title: 'your booking with Nova' },
  ]);
  expect(
    screen.getByRole('link', { name: 'Continue your booking with Rook' }).getAttribute('href'),
  ).toBe('/booking/37');
  screen.getByRole('button', { name: 'Dismiss' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement?.tagName).toBe('H1');
  await reload();
  expect(screen.getByRole('link', { name: 'Continue your booking with Nova' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await reload();
  expect(screen.getByRole('link', { name: 'Continue to booking 3' })).toBeTruthy();
});

test('offers a dismissed booking again once its form was changed', async () => {
  const offers: DraftOffer[] = [{ ...booking, at: 1 }];
  const { reload } = await show(offers);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await reload();
  expect(screen.queryByRole('complementary')).toBeNull();
  offers[0] = { ...booking, at: 2 };
  await reload();
  expect(screen.getByRole('link', { name: 'Continue your booking with Rook' })).toBeTruthy();
});

test.each(['/sessions/3', '/coach/bookings/3', '/coach/reviews', '/coach-dashboard'])(
  'offers %s after a login',
  async (path) => {
    await show([{ path, title: 'to booking 3' }]);
    const link = screen.getByRole('link', { name: 'Continue to booking 3' });
    expect(link.getAttribute('href')).toBe(path);
  },
);

test('withdraws the offer when the bfcache restores the page after a payment', async () => {
  const offers = [booking];
  await show(offers);
  offers.pop();
  await act(
    async () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('withdraws the offer after a sign-out', async () => {
  const offers = [booking];
  const { shell } = await show(offers, { auth: { status: 'signed-in' } });
  expect(screen.getByRole('complementary')).toBeTruthy();
  offers.pop();
  await act(async () => shell.auth.signOut());
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('offers nothing without a draft booking', async () => {
  await show([{ path: '/account', title: 'your notes' }]);
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('offers the page of a payment before a draft booking', async () => {
  const path = '/booking-success?session_id=cs_1';
  await show([booking, { path, title: 'to your paid booking' }]);
  const link = screen.getByRole('link', { name: 'Continue to your paid booking' });
  expect(link.getAttribute('href')).toBe(path);
});

describe('an unpaid booking', () => {
  const SESSIONS = 'GET /api/my-sessions/';
  const unpaid = { path: '/booking/1#booking=a%2F9', title: 'your booking with Nova' };
  const listing = (...ids: unknown[]) => ({
    [SESSIONS]: () => asOtherServer(ids.map((id) => ({ id, status: 'confirmed' }))),
  });
  const offer = () => screen.findByRole('link', { name: 'Continue your booking with Nova' });

  test('is offered until the member’s sessions list it', async () => {
    const auth = { status: 'signed-in' } as const;
    await show([unpaid], { auth, answers: listing('b') });
    expect((await offer()).getAttribute('href')).toBe(unpaid.path);
    const { reload } = await show([unpaid], { auth, answers: listing('b', 'a/9') });
    const link = await screen.findByRole('link', { name: /^You've already booked this/ });
    expect(link.getAttribute('href')).toBe('/sessions');
    await reload();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('does not hide another offer once it is paid', async () => {
    const other = { path: '/booking/2', title: 'your booking with Rook' };
    const auth = { status: 'signed-in' } as const;
    const { reload } = await show([unpaid, other], { auth, answers: listing('a/9') });
    await screen.findByRole('link', { name: /^You've already booked this/ });
    await reload();
    const link = await screen.findByRole('link', { name: 'Continue your booking with Rook' });
    expect(link.getAttribute('href')).toBe('/booking/2');
  });

  test.each([
    ['a paid', 'a/9'],
    ['an unpaid', 'b'],
  ])('forgets %s booking after a sign-out during its look-up', async (_, id) => {
    let send: (() => void) | undefined;
    const sessions = listing(id)[SESSIONS];
    const offers = [unpaid];
    const { shell, recorded } = await show(offers, {
      auth: { status: 'signed-in' },
      answers: {
        [SESSIONS]: () =>
          new Promise((resolve) => {
            send = () => resolve(sessions?.());
          }),
      },
    });
    await waitFor(() => expect(recorded.calls).toHaveLength(1));
    offers.pop();
    act(() => shell.auth.signOut());
    await act(async () => send?.());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(shell.drafts.keys()).toEqual([]);
  });

  test('waits until the session is loaded', async () => {
    const { shell, recorded } = await show([unpaid], {
      auth: { status: 'unknown' },
      answers: listing('a/9'),
    });
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(recorded.calls).toEqual([]);
    await act(() => shell.auth.signIn({ access: 'a', refresh: 'r' }));
    expect(await screen.findByRole('link', { name: /^You've already booked this/ })).toBeTruthy();
  });

  test.each([
    ['a visitor', 'signed-out', listing('a/9')],
    ['a member whose sessions fail', 'signed-in', {}],
  ] as const)('is offered to %s', async (_, status, answers) => {
    const { recorded } = await show([unpaid], { auth: { status }, answers });
    await offer();
    expect(recorded.calls).toHaveLength(status === 'signed-in' ? 1 : 0);
  });

  test('alone is looked up', async () => {
    const { recorded } = await show([booking], { auth: { status: 'signed-in' } });
    await waitFor(() => expect(screen.getByRole('complementary')).toBeTruthy());
    expect(recorded.calls).toEqual([]);
  });
});
