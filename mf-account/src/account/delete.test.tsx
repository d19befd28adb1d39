import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const DELETE = 'POST /api/account/delete/';
const CHANGED = 'Your bookings or their refunds have changed. Please check the list and try again.';
const session = { coach_name: 'Nova', session_time: '2026-11-28T15:00:00Z', amount: 60 };
const accountWith = (...refunds: boolean[]) => ({
  ...{ email: 'kim@example.com', devices: [], deletable: true },
  ending: refunds.map((refunded, index) => ({ id: index + 1, ...session, refunded })),
  ending_count: refunds.length,
});
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));

/** Opens the page with a free cancellation; later reads get `answer`. */
async function open(answer: FakeAnswer, answers: Record<string, FakeAnswer> = {}) {
  let reads = 0;
  const { shell, recorded, router } = await openPage(remote, '/account', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/account/': (...call) => (reads++ === 0 ? accountWith(true) : answer(...call)),
      ...answers,
    },
  });
  const end = within(await screen.findByRole('region', { name: 'Delete your account' }));
  expect(end.getByRole('listitem').textContent).toContain('$60.00 will be refunded');
  return { shell, recorded, router, end };
}

test('reads the refunds again before it asks for the password', async () => {
  let release = (_: object) => {};
  const { end } = await open(
    () =>
      new Promise<object>((resolve) => {
        release = resolve;
      }),
  );
  await press(end.getByRole('button', { name: 'Delete my account' }));
  expect(end.getByRole('button', { name: 'Loading...' })).toBeTruthy();
  expect(end.queryByLabelText('Your password')).toBeNull();
  release(accountWith(false));
  await end.findByLabelText('Your password');
  expect(end.getByRole('listitem').textContent).toContain("$60.00 won't be refunded");
});

test('asks for no password while the account cannot be loaded', async () => {
  const { recorded, end } = await open(() => Promise.reject(new ApiError('network', 0)));
  await press(end.getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(recorded.alerts).toEqual(['Failed to load your account']));
  expect(end.queryByLabelText('Your password')).toBeNull();
});

test('shows changed refunds and keeps the password after a conflict', async () => {
  let latest = accountWith(true);
  const { recorded, end } = await open(() => latest, {
    [DELETE]: () => Promise.reject(new ApiError('http', 409, { detail: CHANGED })),
  });
  await press(end.getByRole('button', { name: 'Delete my account' }));
  const password = (await end.findByLabelText('Your password')) as HTMLInputElement;
  fireEvent.change(password, { target: { value: 'Secret-123!' } });
  latest = accountWith(false, true);
  const confirm = end.getByRole('button', { name: 'Delete my account for good' });
  await press(confirm);
  expect((await end.findByRole('alert')).textContent).toBe(CHANGED);
  const rows = end.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringContaining("won't be refunded"),
    expect.stringContaining('will be refunded'),
  ]);
  expect([password.isConnected, password.value]).toEqual([true, 'Secret-123!']);
  await press(confirm);
  const bodies = recorded.calls.flatMap(({ call, body }) => (call === DELETE ? [body] : []));
  expect(bodies).toEqual([
    { password: 'Secret-123!', seen: { ending: [{ id: 1, refunded: true }], ending_count: 1 } },
    {
      password: 'Secret-123!',
      seen: {
        ending: [
          { id: 1, refunded: false },
          { id: 2, refunded: true },
        ],
        ending_count: 2,
      },
    },
  ]);
});

test('ends a deletion whose response was lost', async () => {
  const gone = new ApiError('http', 401, { body: '{"code":"account_deleted"}' });
  const answer = vi.fn<FakeAnswer>().mockRejectedValueOnce(new ApiError('timeout', 0));
  const { shell, recorded, router, end } = await open(() => accountWith(true), {
    [DELETE]: answer,
  });
  await press(end.getByRole('button', { name: 'Delete my account' }));
  const password = await end.findByLabelText('Your password');
  fireEvent.change(password, { target: { value: 'Secret-123!' } });
  const confirm = end.getByRole('button', { name: 'Delete my account for good' });
  await press(confirm);
  expect((await end.findByRole('alert')).textContent).toContain("That didn't work.");
  answer.mockImplementationOnce(() => {
    setTimeout(() => {
      shell.auth.signOut(); // the shell's renewal is refused later
      void router.revalidate();
    });
    throw gone;
  });
  await press(confirm);
  await waitFor(() => expect(recorded.toasts).toEqual(['Your account has been deleted.']));
  expect(router.state.location.pathname).toBe('/');
});
