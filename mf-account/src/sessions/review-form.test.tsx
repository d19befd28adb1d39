import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_COMMENT, MAX_NAME, tooLong } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

test('shows the reason of a review that a refused token prevents', async () => {
  const failure = new ApiError('http', 401, { body: '{"detail":"Given token not valid"}' });
  const { recorded } = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [
        { id: 4, coach_name: 'Nova', status: 'completed', has_review: false },
      ],
      'POST /api/reviews/': () => Promise.reject(failure),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Leave a Review' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(recorded.alerts).toEqual(['Error: Given token not valid']));
  await act(async () => {});
  expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
});

const REVIEW = 'POST /api/reviews/';
const ACCOUNT = 'GET /api/account/';
const NOW = Date.parse('2026-11-22T12:00:00Z');
const completed = {
  ...{ id: 4, coach_name: 'Nova', status: 'completed', has_review: false, refund: 'none' },
  refund_until: '2026-11-23T12:00:00Z',
};
const open = async (
  session: object = completed,
  answers: Record<string, FakeAnswer> = {},
  now = () => NOW,
) => {
  const page = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/my-sessions/': () => [session], ...answers },
    now,
  });
  await screen.findByRole('button', { name: 'Leave a Review' });
  return page;
};
const openWith = async (drafts: Record<string, unknown>, session: object = completed) => {
  const page = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/my-sessions/': () => [session] },
    now: () => NOW,
    drafts,
  });
  await screen.findByText(/Nova/);
  return page;
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });

test('keeps both texts while the other form is open', async () => {
  await open();
  press('Leave a Review');
  type('Comment', 'Great tips.');
  press('Request a refund');
  type('What went wrong?', 'No sound.');
  press('Leave a Review');
  expect(field('Comment').value).toBe('Great tips.');
  expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(1);
  press('Request a refund');
  expect(field('What went wrong?').value).toBe('No sound.');
  press('Cancel');
  press('Request a refund');
  expect(field('What went wrong?').value).toBe('');
});

test('opens forms again with the text that a reload interrupted', async () => {
  const { shell } = await openWith({ 'text/review-4': { comment: 'Great tips.', rating: '4' } });
  expect(field('Comment').value).toBe('Great tips.');
  expect(field('Rating').value).toBe('4');
  press('Cancel');
  expect(shell.drafts.keys()).toEqual([]);
});

test('leaves focus and page alone for kept text that can no longer be sent', async () => {
  const reviewed = { ...completed, has_review: true };
  await openWith({ 'text/review-4': { comment: 'Great tips.' } }, reviewed);
  expect(screen.queryByLabelText('Comment')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test('shows the problem of a review that is too long', async () => {
  const { recorded } = await open({ ...completed, unread: 0 });
  press('Leave a Review');
  type('Display name', 'k'.repeat(MAX_NAME + 1));
  type('Comment', 'x'.repeat(MAX_COMMENT + 1));
  expect([field('Display name').maxLength, field('Comment').maxLength]).toEqual([-1, -1]);
  press('Submit');
  const summary = await screen.findByRole('group', { name: 'There is a problem' });
  for (const max of [MAX_NAME, MAX_COMMENT])
    expect(within(summary).getByRole('link', { name: tooLong(max) })).toBeTruthy();
  expect(recorded.calls.filter(({ call }) => call === REVIEW)).toEqual([]);
});

test('leaves long reviews to other servers', async () => {
  const { recorded } = await open(completed, { [REVIEW]: () => ({ id: 1 }) });
  press('Leave a Review');
  type('Comment', 'x'.repeat(MAX_COMMENT + 1));
  press('Submit');
  await waitFor(() => expect(recorded.toasts).toEqual(['Review submitted!']));
});

test('sends a review without a name as Anonymous', async () => {
  const { recorded } = await open(completed, { [REVIEW]: () => ({ id: 1 }) });
  press('Leave a Review');
  type('Display name', ' \u200b');
  press('Submit');
  await waitFor(() => expect(recorded.toasts).toHaveLength(1));
  const sent = recorded.calls.find(({ call }) => call === REVIEW)?.body;
  expect(sent).toMatchObject({ reviewer_name: 'Anonymous' });
});

test('moves the focus to the thanks, or back to the action', async () => {
  await open(completed, { [REVIEW]: () => ({ id: 1 }) });
  const focused = () => document.activeElement?.textContent;
  press('Leave a Review');
  press('Cancel');
  expect(focused()).toBe('Leave a Review');
  press('Request a refund');
  press('Cancel');
  expect(focused()).toBe('Request a refund');
  press('Leave a Review');
  screen.getByRole('button', { name: 'Submit' }).focus();
  press('Submit');
  await waitFor(() => expect(focused()).toBe('Thanks for your review!'));
});

test('ends a review that was sent before', async () => {
  const detail = "You've already reviewed this session.";
  const { recorded, shell } = await open(completed, {
    [REVIEW]: () => Promise.reject(new ApiError('http', 409, { detail })),
  });
  press('Leave a Review');
  fireEvent.input(field('Comment'), { target: { value: 'Great tips.' } });
  expect(shell.drafts.keys()).toEqual(['text/review-4']);
  press('Submit');
  expect(await screen.findByText('Thanks for your review!')).toBeTruthy();
  expect(screen.queryByLabelText('Comment')).toBeNull();
  expect(recorded.alerts).toEqual([`Error: ${detail}`]);
  expect([recorded.toasts, shell.drafts.keys()]).toEqual([[], []]);
});

test('leaves the display name of a review empty', async () => {
  const account = { email: 'kim@example.com', pending_email: null, devices: [], ending: [] };
  const display_name = { name: 'kimplays', chosen: true };
  await open(
    { ...completed, unread: 0 },
    { [ACCOUNT]: () => ({ ...account, deletable: true, display_name }) },
  );
  press('Leave a Review');
  await act(async () => {});
  expect(field('Display name').value).toBe('');
});

test('keeps a form that is opened while another is sent', async () => {
  let respond = (_: unknown) => {};
  const answer = () =>
    new Promise((resolve) => {
      respond = resolve;
    });
  const { recorded } = await open(completed, { [REVIEW]: answer });
  press('Leave a Review');
  press('Submit');
  await waitFor(() => expect(recorded.calls.map(({ call }) => call)).toContain(REVIEW));
  press('Request a refund');
  type('What went wrong?', 'No sound.');
  field('What went wrong?').focus();
  await act(async () => respond({ id: 1 }));
  expect(document.activeElement).toBe(field('What went wrong?'));
  expect(recorded.toasts).toEqual(['Review submitted!']);
  expect(field('What went wrong?').value).toBe('No sound.');
  expect(screen.getByRole('button', { name: 'Send Request' })).toBeTruthy();
  expect(screen.queryByLabelText('Comment')).toBeNull();
});

test('drops the text of an action that is no longer offered', async () => {
  let now = NOW;
  const { router, recorded } = await open(completed, {}, () => now);
  press('Request a refund');
  type('What went wrong?', 'No sound.');
  press('Leave a Review');
  now = Date.parse(completed.refund_until);
  await waitFor(() => expect(screen.queryByText('Request a refund')).toBeNull());
  await act(async () => {}); // runs the effects of the removed form
  await act(async () => router.navigate('/'));
  expect([recorded.confirms, router.state.location.pathname]).toEqual([[], '/']);
});
