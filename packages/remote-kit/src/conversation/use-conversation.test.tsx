import type { Message } from '@carry/contracts/own-answers';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import type { FakeAnswer } from '../testing/fake-shell';
import { openPage } from '../testing/test-page';
import { type ConversationState, useConversation } from './use-conversation';

afterEach(cleanup);

const LIST = 'GET /api/bookings/3/messages/';

const message = (id: number): Message => ({
  ...{ id, author: 'student', kind: 'text', text: `m${id}`, files: [] },
  sent_at: '2026-11-24T12:00:00Z',
});

async function open(answer: FakeAnswer, older: FakeAnswer = () => page([1, 2])) {
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
    failed: () => current().failed,
    hasOlder: () => current().loadOlder !== null,
    results: () => current().results,
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

test('keeps the results, which only the newest page has', async () => {
  const results = [message(1)];
  const {
    ids,
    results: shown,
    reload,
    loadOlder,
  } = await open(() => ({
    ...page([3, 4], 3),
    results,
  }));
  await loadOlder();
  await reload();
  expect(ids()).toEqual([1, 2, 3, 4]);
  expect(shown()).toEqual(results);
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

test('shows new messages before earlier pages are read again', async () => {
  let newest = page([3, 4], 3);
  let earlier: unknown = page([1, 2]);
  const { ids, reload, loadOlder } = await open(
    () => newest,
    () => earlier,
  );
  await loadOlder();
  newest = page([3, 4, 5], 3);
  earlier = new Promise(() => {});
  await reload();
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
});

test('keeps earlier messages whose page fails', async () => {
  let newest = page([3, 4], 3);
  let earlier = (): unknown => page([1, 2]);
  const { ids, reload, loadOlder, failed } = await open(
    () => newest,
    () => earlier(),
  );
  await loadOlder();
  newest = page([3, 5], 3);
  earlier = () => Promise.reject(new Error('offline'));
  await reload();
  expect([ids(), failed()]).toEqual([[1, 2, 3, 5], false]);
});

test('leaves no gap if the pages between fail', async () => {
  let newest = page([3, 4, 5]);
  const { ids, reload, hasOlder } = await open((_, __, query) =>
    query ? Promise.reject(new Error('offline')) : newest,
  );
  newest = page([10, 11], 10);
  await reload();
  expect([ids(), hasOlder()]).toEqual([[10, 11], true]);
});

test('aborts a reload when a newer one begins', async () => {
  let earlier: unknown = page([1, 2]);
  const signals: (AbortSignal | undefined)[] = [];
  const { reload, loadOlder } = await open(
    () => page([3, 4], 3),
    (_, request) => {
      signals.push(request?.signal);
      return earlier;
    },
  );
  await loadOlder();
  earlier = new Promise(() => {});
  await reload();
  await reload();
  cleanup();
  expect(signals.map((signal) => signal?.aborted)).toEqual([undefined, true, true]);
});

test('ignores a page that a superseded reload reads', async () => {
  const responses: ((page: unknown) => void)[] = [];
  let answer = (): unknown => page([3]);
  const { ids, reload } = await open(() => answer());
  answer = () => new Promise((resolve) => responses.push(resolve));
  await reload();
  await reload();
  await act(async () => responses[1]?.(page([3, 4, 5])));
  await act(async () => responses[0]?.(page([3, 4])));
  expect(ids()).toEqual([3, 4, 5]);
});

test('stops at a page that leads to no earlier one', async () => {
  let earlier = page([1, 2]);
  let reads = 0;
  const { ids, reload, loadOlder } = await open(
    () => page([3, 4], 3),
    () => (++reads > 5 ? Promise.reject(new Error('repeated')) : earlier),
  );
  await loadOlder();
  earlier = page([2], 3);
  await reload();
  expect([ids(), reads]).toEqual([[2, 3, 4], 2]);
  cleanup();
  const again = await open(
    () => page([3, 4], 3),
    () => page([3, 4], 3),
  );
  expect(again.hasOlder()).toBe(true);
  await again.loadOlder();
  expect([again.ids(), again.hasOlder()]).toEqual([[3, 4], false]);
});
