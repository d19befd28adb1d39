import { ApiError } from '@carry/remote-kit';
import { asOtherServer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { recordFiles } from '../../test/saved-files';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const review = {
  id: 5,
  coach_id: 1,
  coach: 'Nova',
  reviewer_name: 'Troll',
  rating: 1,
  comment: 'Buy my course.',
  reasons: ['Spam', 'An advertisement'],
  hidden_because: null as string | null,
};
const message = {
  id: 8,
  booking_id: 12,
  author: 'student',
  text: 'An insult.',
  files: [],
  reasons: ['Rude'],
};

/** Answers of a server with one review, reported or hidden, and no message. */
const listReview = (getReason: () => string | null) => ({
  'GET /api/operator/reviews/': (_: unknown, __: unknown, query: string) => {
    const hidden_because = getReason();
    const state = hidden_because ? 'state=hidden' : 'state=reported';
    return query.startsWith(state) ? [{ ...review, hidden_because }] : [];
  },
  'GET /api/operator/messages/': () => [],
});

test('hides a review with a reason', async () => {
  let hidden_because: string | null = null;
  const { recorded } = await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      ...listReview(() => hidden_because),
      'POST /api/operator/reviews/5/hide/': (body) => {
        hidden_because = (body as { reason: string }).reason;
        return { detail: 'Hidden' };
      },
    },
  });
  expect(screen.getByText('An advertisement')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Nova, review by Troll' }).textContent).toBe('Nova');
  fireEvent.click(screen.getByRole('button', { name: 'Hide the review by Troll' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Reason to hide the review by Troll'));
  fireEvent.change(screen.getByLabelText('Reason to hide the review by Troll'), {
    target: { value: '\u200b' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Hide review' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a reason.');
  expect(recorded.calls).toHaveLength(3);
  fireEvent.change(screen.getByLabelText('Reason to hide the review by Troll'), {
    target: { value: 'An advertisement.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Hide review' }));
  const hidden = within(await screen.findByRole('region', { name: 'Hidden reviews' }));
  expect(hidden.getByText('An advertisement.')).toBeTruthy();
  expect(hidden.getByRole('button', { name: 'Show the review by Troll' })).toBeTruthy();
});

test('dismisses the reports of a review and keeps a message', async () => {
  const { recorded } = await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': () => [review],
      'GET /api/operator/messages/': () => [message],
      'POST /api/operator/reviews/5/restore/': () => ({ detail: 'Shown' }),
      'POST /api/operator/messages/8/keep/': () => ({ detail: 'Kept' }),
    },
  });
  fireEvent.click(
    screen.getByRole('button', { name: 'Dismiss the reports of the review by Troll' }),
  );
  await waitFor(() => expect(recorded.toasts).toEqual(['Shown']));
  fireEvent.click(screen.getByRole('button', { name: 'Keep message 8' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Shown', 'Kept']));
});

test('keeps a review hidden that another operator has hidden', async () => {
  let hidden_because: string | null = null;
  const detail = 'This review has already been hidden.';
  const { recorded } = await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      ...listReview(() => hidden_because),
      'POST /api/operator/reviews/5/restore/': (_, __, query) =>
        query === `state=${hidden_because ? 'hidden' : 'reported'}`
          ? { detail: 'Shown' }
          : Promise.reject(new ApiError('http', 409, { detail })),
    },
  });
  hidden_because = 'Spam.';
  fireEvent.click(
    screen.getByRole('button', { name: 'Dismiss the reports of the review by Troll' }),
  );
  await waitFor(() => expect(recorded.alerts).toEqual([detail]));
  const hidden = within(await screen.findByRole('region', { name: 'Hidden reviews' }));
  expect(hidden.getByText('Spam.')).toBeTruthy();
  fireEvent.click(hidden.getByRole('button', { name: 'Show the review by Troll' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Shown']));
});

test('focuses the next message, or the heading after the last one', async () => {
  let messages = [message, { ...message, id: 7 }];
  const keep = (id: number) => () => {
    messages = messages.filter((one) => one.id !== id);
    return { detail: 'Kept' };
  };
  await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': () => [],
      'GET /api/operator/messages/': () => messages,
      'POST /api/operator/messages/8/keep/': keep(8),
      'POST /api/operator/messages/7/keep/': keep(7),
    },
  });
  const press = (name: string) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  press('Keep message 8');
  const next = screen.getByRole('button', { name: 'Keep message 7' }).closest('li');
  await waitFor(() => expect(document.activeElement).toBe(next));
  press('Keep message 7');
  const heading = screen.getByRole('heading', { level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('focuses the heading when a review leaves with its form', async () => {
  let reviews = [review];
  await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': (_, __, query) =>
        query.startsWith('state=reported') ? reviews : [],
      'GET /api/operator/messages/': () => [],
      'POST /api/operator/reviews/5/hide/': () => {
        reviews = [];
        return { detail: 'Hidden' };
      },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Hide the review by Troll' }));
  fireEvent.change(screen.getByLabelText('Reason to hide the review by Troll'), {
    target: { value: 'Spam.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Hide review' }));
  const heading = screen.getByRole('heading', { level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.queryByText('Troll')).toBeNull();
});

const openMessages = (messages: () => object[], answers = {}, confirm = true) =>
  openPage(remote, '/operator/reports', {
    ...signedIn,
    confirm,
    answers: {
      'GET /api/operator/reviews/': () => [],
      'GET /api/operator/messages/': messages,
      ...answers,
    },
  });
const removeMessage = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Remove message 8' }));

test('removes a message after a question', async () => {
  let left: object[] = [message];
  const { recorded } = await openMessages(() => left, {
    'POST /api/operator/messages/8/remove/': () => {
      left = [];
      return { detail: 'Removed' };
    },
  });
  removeMessage();
  await waitFor(() => expect(recorded.toasts).toEqual(['Removed']));
  await waitFor(() => expect(screen.queryByText('An insult.')).toBeNull());
  expect(recorded.confirms).toEqual([
    'Remove this message? (It disappears for both sides, along with its files.)',
  ]);
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/messages/8/remove/',
    body: {},
  });
});

test('keeps a message whose removal was refused', async () => {
  const { recorded } = await openMessages(() => [message], {
    'POST /api/operator/messages/8/remove/': () =>
      Promise.reject(new ApiError('http', 409, { detail: 'Someone removed it.' })),
  });
  removeMessage();
  await waitFor(() => expect(recorded.alerts).toEqual(['Someone removed it.']));
  expect(recorded.toasts).toEqual([]);
  expect(screen.getByText('An insult.')).toBeTruthy();
});

test("removes a coach's reply after a question", async () => {
  let reviews: object[] = [{ ...review, reply: 'You fool.' }];
  const { recorded } = await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': (_, __, query) =>
        query.startsWith('state=reported') ? reviews : [],
      'GET /api/operator/messages/': () => [],
      'POST /api/operator/reviews/5/reply/remove/': () => {
        reviews = [];
        return { detail: 'Reply removed' };
      },
    },
  });
  expect(screen.getByText('You fool.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove reply to Troll' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Reply removed']));
  await waitFor(() => expect(screen.queryByText('You fool.')).toBeNull());
  expect(recorded.confirms).toEqual([
    'Remove this reply? (The review itself stays, and its reports are closed.)',
  ]);
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/reviews/5/reply/remove/',
    body: { seen: 'You fool.' },
  });
});

test('removes no message without confirmation', async () => {
  const { recorded } = await openMessages(() => [message], {}, false);
  removeMessage();
  await waitFor(() => expect(recorded.confirms).toHaveLength(1));
  expect(recorded.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test('links to older entries of a page that ended early', async () => {
  await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': (_, __, query) => ({
        results: query.startsWith('state=hidden') ? [] : [review],
        next: query.startsWith('state=hidden') ? null : '5',
      }),
      'GET /api/operator/messages/': () => ({ results: [message], next: '8' }),
    },
  });
  const links = screen.getAllByRole('link', { name: /^Show older/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/operator/reports?reviews_below=5',
    '/operator/reports?messages_below=8',
  ]);
});

test('links to older entries of each full list of an older API', async () => {
  const full = <T extends object>(row: T, first: number) =>
    Array.from({ length: 100 }, (_, index) => ({ ...row, id: first - index }));
  const hidden = { ...review, hidden_because: 'Spam' };
  const { recorded } = await openPage(
    remote,
    '/operator/reports?reviews_below=300&hidden_below=600&messages_below=900',
    {
      ...signedIn,
      answers: {
        'GET /api/operator/reviews/': (_, __, query) =>
          query.startsWith('state=hidden') ? full(hidden, 599) : full(review, 299),
        'GET /api/operator/messages/': () => full(message, 899),
      },
    },
  );
  expect(recorded.calls.map(({ call }) => call)).toEqual([
    'GET /api/operator/reviews/?state=reported&below=300&limit=100',
    'GET /api/operator/reviews/?state=hidden&below=600&limit=100',
    'GET /api/operator/messages/?below=900&limit=100',
  ]);
  const addresses = ['reported reviews', 'messages', 'hidden reviews'].map((noun) =>
    screen.getByRole('link', { name: `Show older ${noun}` }).getAttribute('href'),
  );
  expect(addresses).toEqual([
    '/operator/reports?reviews_below=200&hidden_below=600&messages_below=900',
    '/operator/reports?reviews_below=300&hidden_below=600&messages_below=800',
    '/operator/reports?reviews_below=300&hidden_below=500&messages_below=900',
  ]);
});

test('names the empty lists beyond the last page', async () => {
  await openPage(remote, '/operator/reports?hidden_below=5', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': () => [],
      'GET /api/operator/messages/': () => [],
    },
  });
  expect(screen.queryByText('No reports. All quiet.')).toBeNull();
  expect(screen.getByText('No older hidden reviews.')).toBeTruthy();
});

test('shows that nothing is reported', async () => {
  await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': () => [],
      'GET /api/operator/messages/': () => [],
    },
  });
  expect(screen.getByText('No reports. All quiet.')).toBeTruthy();
});

test('shows the neighbors of a reported message and saves its files', async () => {
  const files = recordFiles();
  await openPage(remote, '/operator/reports', {
    ...signedIn,
    answers: {
      'GET /api/operator/reviews/': () => [],
      'GET /api/operator/messages/': () => [
        {
          ...message,
          files: ['a.png'],
          attachments: [{ id: 3, name: 'a.png', size: 9 }],
          around: [{ id: 7, author: 'coach', text: 'Hello.', sent_at: '2026-11-20T10:00:00Z' }],
        },
      ],
      'GET /api/operator/messages/8/files/3/': () => asOtherServer(new Blob(['x'])),
    },
  });
  expect(screen.getByText(/Hello\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Download a.png of message 8' }));
  await waitFor(async () => expect(await files()).toEqual([['a.png', 'x']]));
});
