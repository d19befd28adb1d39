import { ApiError } from '@carry/remote-kit';
import { hidePage, openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestWidget } from '../../test/widget';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const widget = useTestWidget();
const HIDDEN_MS = 120_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const LIST = 'GET /api/my-sessions/';
const coming = {
  ...{ id: 1, coach_name: 'Nova', session_time: inHours(30), duration_minutes: 60 },
  status: 'confirmed',
};
const past = { ...coming, id: 2, session_time: inHours(-3), status: 'completed' };

async function open(sessions: object[]) {
  let answer: () => unknown = () => sessions;
  const page = await openPage(remote, '/sessions', {
    ...widget.options,
    auth: { status: 'signed-in' },
    answers: { [LIST]: () => answer(), 'POST /api/my-sessions/1/cancel/': () => ({ detail: '' }) },
    now: () => NOW,
  });
  await screen.findAllByText('Nova');
  const lists = () => page.recorded.calls.filter(({ call }) => call.startsWith(LIST)).length;
  const before = lists();
  return {
    set: (next: typeof answer) => {
      answer = next;
    },
    reads: () => lists() - before,
    path: () => page.router.state.location.pathname,
  };
}

test('shows what changed while the page was hidden', async () => {
  const { set, reads } = await open([coming, { ...past, has_review: false }]);
  fireEvent.click(screen.getByRole('button', { name: 'Leave a Review' }));
  const comment = screen.getByLabelText<HTMLTextAreaElement>('Comment');
  fireEvent.change(comment, { target: { value: 'Good.' } });
  comment.focus();
  set(() => [
    { ...coming, status: 'cancelled' },
    { ...past, has_review: false },
  ]);
  await hidePage(HIDDEN_MS);
  expect(await screen.findByText('cancelled')).toBeTruthy();
  expect(screen.queryByText('confirmed')).toBeNull();
  expect(reads()).toBe(1);
  expect(document.activeElement).toBe(comment);
  expect([comment.isConnected, comment.value]).toEqual([true, 'Good.']);
});

test('keeps a cancellation while the list is read', async () => {
  const { set } = await open([{ ...coming, cancel_until: inHours(18) }]);
  let respond = (_: unknown) => {};
  set(() => new Promise((resolve) => (respond = resolve)));
  await hidePage(HIDDEN_MS);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel session' }));
  expect(await screen.findByText('cancelled')).toBeTruthy();
  await act(async () => respond([{ ...coming, cancel_until: inHours(18) }]));
  expect(screen.getByText('cancelled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel session' })).toBeNull();
});

test('keeps the list when it cannot be read again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { set, reads } = await open([coming]);
  set(() => {
    throw new ApiError('network', 0);
  });
  await hidePage(HIDDEN_MS);
  expect(reads()).toBe(1);
  expect(screen.getByText('confirmed')).toBeTruthy();
});

test('leads to the login after a 401', async () => {
  const { set, path } = await open([coming]);
  set(() => {
    throw new ApiError('http', 401);
  });
  await hidePage(HIDDEN_MS);
  await waitFor(() => expect(path()).toBe('/login'));
});

test('keeps the length of a long list and of its months', async () => {
  const many = Array.from({ length: 75 }, (_, index) => ({
    ...coming,
    id: index,
    session_time: inHours((index - 50) * 24),
    status: index < 50 ? 'completed' : 'confirmed',
  }));
  const { set } = await open(many);
  const rows = () => document.querySelectorAll('[role=listitem]').length;
  const more = () => screen.getAllByRole('button', { name: 'Show more sessions' });
  for (const button of more()) await act(async () => void fireEvent.click(button));
  const before = rows();
  const focused = more()[0];
  focused?.focus();
  set(() => many.map((one) => (one.id === 67 ? { ...one, coach_name: 'Rex' } : one)));
  await hidePage(HIDDEN_MS);
  expect(await screen.findByText('Rex')).toBeTruthy();
  await waitFor(() => expect(rows()).toBe(before));
  expect(document.activeElement).toBe(focused);
});
