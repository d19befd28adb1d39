import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_REASON } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createAnswers, NOW } from '../../test/coach-page';
import remote from '../remote';

const REPORT = 'POST /api/reviews/5/report/';
const review = {
  id: 5,
  reviewer_name: 'Troll',
  rating: 1,
  comment: 'Buy my course.',
  verified: true,
};

const open = (report: FakeAnswer, status: 'signed-in' | 'signed-out' = 'signed-in') =>
  openPage(remote, '/booking/7', {
    now: () => NOW,
    auth: { status },
    answers: {
      ...createAnswers([]),
      'GET /api/reviews/by-coach/7/': () => [review],
      [REPORT]: report,
    },
  });
const accept: FakeAnswer = () => ({ detail: 'Thanks!' });
async function openDialog() {
  fireEvent.click(await screen.findByRole('button', { name: 'Report' }));
  await screen.findByRole('alertdialog', { name: 'Report this review?' });
}
const choose = (value: string) =>
  fireEvent.change(screen.getByLabelText("What's wrong with it?"), { target: { value } });
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Anything else? (optional)'), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(cleanup);

test.each([
  ['', '', 'No reason given'],
  ['Spam or an ad', '', 'Spam or an ad'],
  ['', ' It is a joke. ', 'It is a joke.'],
  ['Rude or hateful', 'Line three.', 'Rude or hateful: Line three.'],
])('reports with the choice "%s" and the text "%s"', async (choice, text, reason) => {
  const { recorded } = await open(accept);
  await openDialog();
  choose(choice);
  type(text);
  press('Confirm');
  const thanks = await screen.findByText("Thanks for reporting. We'll take a look.");
  expect(thanks.getAttribute('role')).toBe('status');
  expect(document.activeElement).toBe(thanks);
  expect(recorded.calls).toContainEqual({ call: REPORT, body: { reason } });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
});

test('reports the original reason from a translated page', async () => {
  const { recorded } = await open(accept);
  await openDialog();
  const option = screen.getByRole<HTMLOptionElement>('option', { name: 'Spam or an ad' });
  option.textContent = 'Spam oder Werbung';
  choose(option.value);
  press('Confirm');
  await screen.findByText("Thanks for reporting. We'll take a look.");
  expect(recorded.calls).toContainEqual({ call: REPORT, body: { reason: 'Spam or an ad' } });
});

test('keeps what was typed after an error', async () => {
  let fails = true;
  const { recorded } = await open((...call) =>
    fails ? Promise.reject(new ApiError('network', 0)) : accept(...call),
  );
  await openDialog();
  choose('Private information');
  type('My phone number.');
  press('Confirm');
  expect(await screen.findByText("We couldn't report the review. Please try again.")).toBeTruthy();
  fails = false;
  press('Confirm');
  await screen.findByText("Thanks for reporting. We'll take a look.");
  const body = { reason: 'Private information: My phone number.' };
  expect(recorded.calls.filter(({ call }) => call === REPORT)).toEqual([
    { call: REPORT, body },
    { call: REPORT, body },
  ]);
});

test('asks before the page is left with a typed report', async () => {
  const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await open(accept);
  await openDialog();
  expect(isGuarded()).toBe(false);
  type('Line three.');
  await waitFor(() => expect(isGuarded()).toBe(true));
  press('Confirm');
  await screen.findByText("Thanks for reporting. We'll take a look.");
  await waitFor(() => expect(isGuarded()).toBe(false));
});

test('limits the reason as the API does', async () => {
  const { recorded } = await open(accept);
  await openDialog();
  const long = 'a'.repeat(MAX_REASON + 1);
  type(long);
  press('Confirm');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please use at most 1,000 characters.',
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>('Anything else? (optional)');
  expect(field.value).toBe(long);
  expect(recorded.calls.filter(({ call }) => call === REPORT)).toEqual([]);
  type('a'.repeat(MAX_REASON));
  press('Confirm');
  await screen.findByText("Thanks for reporting. We'll take a look.");
});

test('reports nothing after Cancel', async () => {
  const { recorded } = await open(accept);
  await openDialog();
  press('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Report' })).toBeTruthy();
  expect(recorded.calls.filter(({ call }) => call === REPORT)).toEqual([]);
});

test('offers visitors no report', async () => {
  await open(accept, 'signed-out');
  expect(await screen.findByText('Buy my course.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
});
