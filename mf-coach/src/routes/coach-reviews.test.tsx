import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_REPLY } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const REPLY = 'POST /api/reviews/7/reply/';
const reviews = [
  { id: 7, reviewer_name: 'Kim', rating: 5, comment: 'Good.' },
  { id: 8, reviewer_name: '', rating: 3, comment: 'Fine.', reply: 'Thank you.' },
];
const open = (answers: Record<string, FakeAnswer> = {}) =>
  openPage(remote, '/coach/reviews', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/me/': () => ({ coach_id: 3 }),
      'GET /api/reviews/by-coach/3/': () => reviews,
      ...answers,
    },
  });
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const calls = (recorded: { calls: { call: string; body: unknown }[] }) =>
  recorded.calls.filter(({ call }) => call.startsWith('POST'));

test('writes, edits and removes a reply; rejects an empty one', async () => {
  const { recorded } = await open({ [REPLY]: () => ({ detail: 'ok' }) });
  const [card] = await screen.findAllByRole('listitem');
  await press('Reply to Kim');
  expect(document.activeElement).toBe(screen.getByLabelText('Your reply to Kim'));
  await press('Save reply');
  expect(screen.getByRole('alert').textContent).toBe('Write a reply first.');
  fireEvent.change(screen.getByLabelText('Your reply to Kim'), {
    target: { value: ' Well played. ' },
  });
  await press('Save reply');
  expect(within(card as HTMLElement).getByText('Well played.')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Edit your reply');
  await press('Edit your reply to Kim');
  fireEvent.change(screen.getByLabelText('Your reply to Kim'), { target: { value: '' } });
  await press('Save reply');
  expect(calls(recorded).map(({ body }) => body)).toEqual([
    { reply: 'Well played.' },
    { reply: '' },
  ]);
  expect(recorded.toasts).toEqual(['Reply saved', 'Reply removed']);
  expect(screen.getByRole('button', { name: 'Reply to Kim' })).toBeTruthy();
});

test('shows stored replies and keeps the input after a failure', async () => {
  await open({ [REPLY]: () => Promise.reject(new ApiError('http', 500)) });
  const [, card] = await screen.findAllByRole('listitem');
  for (const text of ['Anonymous', 'Fine.', 'Thank you.'])
    expect(within(card as HTMLElement).getByText(text).dir).toBe('auto');
  expect(screen.getByRole('button', { name: 'Edit your reply to Anonymous' })).toBeTruthy();
  await press('Reply to Kim');
  fireEvent.change(screen.getByLabelText('Your reply to Kim'), { target: { value: 'Mine.' } });
  await press('Save reply');
  expect(screen.getByRole('alert').textContent).toBe(
    "We couldn't save your reply. Please try again.",
  );
  expect((screen.getByLabelText('Your reply to Kim') as HTMLTextAreaElement).value).toBe('Mine.');
  await press('Cancel');
  expect(screen.queryByLabelText('Your reply to Kim')).toBeNull();
});

test('shows a notice without reviews and to non-coaches', async () => {
  await open({ 'GET /api/reviews/by-coach/3/': () => [] });
  expect(await screen.findByText(/^No reviews yet\./)).toBeTruthy();
  cleanup();
  await open({ 'GET /api/me/': () => ({ email: 'kim@example.com' }) });
  expect(await screen.findByText("This page isn't available on this site.")).toBeTruthy();
});

test('rejects a reply over the limit and keeps it', async () => {
  const { recorded } = await open();
  await screen.findAllByRole('listitem');
  await press('Reply to Kim');
  const field = screen.getByLabelText('Your reply to Kim') as HTMLTextAreaElement;
  fireEvent.change(field, { target: { value: 'a'.repeat(MAX_REPLY + 1) } });
  await press('Save reply');
  expect(screen.getByRole('alert').textContent).toBe('Please use at most 2,000 characters.');
  expect(field.value).toHaveLength(MAX_REPLY + 1);
  expect(calls(recorded)).toEqual([]);
});

test('shows more reviews and asks before an unsaved reply is left', async () => {
  const answers = {
    'GET /api/reviews/by-coach/3/?limit=20': () => ({ results: reviews, next: 'abc' }),
    'GET /api/reviews/by-coach/3/?limit=20&cursor=abc': () => ({
      results: [{ id: 9, reviewer_name: 'Ada', rating: 4, comment: 'Old.' }],
      next: null,
    }),
  };
  const { recorded, router } = await openPage(remote, '/coach/reviews', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/me/': () => ({ coach_id: 3 }), ...answers },
    confirm: false,
  });
  await screen.findAllByRole('listitem');
  await press('Show more reviews');
  expect(await screen.findByText('Old.')).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reply to Ada' })),
  );
  await press('Reply to Ada');
  fireEvent.change(screen.getByLabelText('Your reply to Ada'), { target: { value: 'Thanks.' } });
  await act(async () => void router.navigate('/'));
  expect(recorded.confirms).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/coach/reviews');
});
