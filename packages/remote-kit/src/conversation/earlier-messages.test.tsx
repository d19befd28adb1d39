import { ApiError } from '@carry/contracts/shell';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { Conversation } from './conversation';
import { useConversation } from './use-conversation';

afterEach(cleanup);

const LIST = 'GET /api/bookings/3/messages/';
const page = (id: number, older: number | null) => ({
  messages: [
    {
      ...{ id, author: 'coach', kind: 'text', text: `Message ${id}`, files: [] },
      sent_at: '2026-11-24T12:00:00Z',
    },
  ],
  ...{ older, seen: 0 },
});

function Page() {
  const state = useConversation(3, 'student');
  const names = { student: 'Kim', coach: 'Nova' };
  return (
    <Conversation {...{ booking: 3, reader: 'student', names, zone: 'UTC', state }} writable />
  );
}

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('focuses the heading when messages load again', async () => {
  let answer = () => Promise.reject<object>(new ApiError('network', 0));
  const Component = () => (
    <>
      <h1 tabIndex={-1}>Session</h1>
      <Page />
    </>
  );
  const remote = defineRemote(() => [{ id: 'log', path: '/', Component }]);
  await openPage(remote, '/', {
    auth: { status: 'signed-in' },
    answers: { [LIST]: () => answer() },
  });
  (await screen.findByRole('button', { name: 'Retry' })).focus();
  answer = async () => page(2, null);
  await press('Retry');
  expect(screen.getByText('Message 2')).toBeTruthy();
  expect(document.activeElement?.tagName).toBe('H1');
});

test('offers to retry when earlier messages do not load', async () => {
  let isOnline = false;
  const remote = defineRemote(() => [{ id: 'log', path: '/', Component: Page }]);
  await openPage(remote, '/', {
    auth: { status: 'signed-in' },
    answers: {
      [LIST]: () => page(2, 2),
      [`${LIST}?before=2`]: () => {
        if (isOnline) return page(1, null);
        throw new ApiError('network', 0);
      },
    },
  });
  await screen.findByText('Message 2');
  await press('Show earlier messages');
  expect(screen.getByRole('alert').textContent).toBe("We couldn't load earlier messages.");
  isOnline = true;
  await press('Retry');
  expect(screen.getByText('Message 1')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('moves the focus to the log when its first message is shown', async () => {
  const remote = defineRemote(() => [{ id: 'log', path: '/', Component: Page }]);
  await openPage(remote, '/', {
    auth: { status: 'signed-in' },
    answers: { [LIST]: () => page(2, 2), [`${LIST}?before=2`]: () => page(1, null) },
  });
  await screen.findByText('Message 2');
  screen.getByRole('button', { name: 'Show earlier messages' }).focus();
  await press('Show earlier messages');
  expect(screen.getByText('Message 1')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('log'));
});
