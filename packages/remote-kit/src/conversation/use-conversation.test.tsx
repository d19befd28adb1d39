import type { Message } from '@carry/contracts/own-answers/booking';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { type ConversationState, useConversation } from './use-conversation';

afterEach(cleanup);

const LIST = 'GET /api/bookings/3/messages/';

const message = (id: number): Message => ({
  ...{ id, author: 'student', kind: 'text', text: `m${id}`, files: [] },
  sent_at: '2026-11-24T12:00:00Z',
});

async function open(answer: () => unknown, older: () => unknown = () => page([1, 2])) {
  let state: ConversationState | undefined;
  const Component = () => {
    state = useConversation(3, 'student');
    return null;
  };
  const remote = defineRemote(() => [{ id: 'log', path: '/', Component }]);
  await openPage(remote, '/', {
    auth: { status: 'signed-in' },
    answers: { [LIST]: answer, [`${LIST}?before=3`]: older },
  });
  await act(async () => {});
  const current = () => state as ConversationState;
  return {
    ids: () => current().messages?.map(({ id }) => id),
    reload: () => act(async () => current().reload()),
    add: (id: number) => act(async () => current().add(message(id))),
    loadOlder: () => act(async () => current().loadOlder?.()),
  };
}
const page = (ids: number[], older: number | null = null) => ({
  ...{ messages: ids.map(message), older, seen: 0 },
});

test('drops a removed message and keeps older pages', async () => {
  let newest = page([3, 4, 5], 3);
  const { ids, reload, loadOlder } = await open(() => newest);
  await loadOlder();
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  newest = page([3, 5], 3);
  await reload();
  expect(ids()).toEqual([1, 2, 3, 5]);
  newest = page([3, 6], 3);
  await reload();
  expect(ids()).toEqual([1, 2, 3, 6]);
});

test('drops a removed message of an older page', async () => {
  let earlier = page([1, 2]);
  const { ids, reload, loadOlder } = await open(
    () => page([3, 4, 5], 3),
    () => earlier,
  );
  await loadOlder();
  earlier = page([2]);
  await reload();
  expect(ids()).toEqual([2, 3, 4, 5]);
});

test('keeps earlier messages that were loaded during a reload', async () => {
  let respond = (_: unknown) => {};
  let answer: () => unknown = () => page([3, 4], 3);
  const { ids, reload, loadOlder } = await open(() => answer());
  answer = () =>
    new Promise((resolve) => {
      respond = resolve;
    });
  await reload();
  await loadOlder();
  await act(async () => respond(page([3, 4, 5], 3)));
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
});

test('keeps a message that was sent during a reload', async () => {
  let respond = (_: unknown) => {};
  let answer: () => unknown = () => page([3]);
  const { ids, reload, add } = await open(() => answer());
  answer = () =>
    new Promise((resolve) => {
      respond = resolve;
    });
  await reload();
  await add(4);
  await act(async () => respond(page([3])));
  expect(ids()).toEqual([3, 4]);
});
