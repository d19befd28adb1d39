import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { useUpdates } from './use-updates';

afterEach(cleanup);

const EVENTS = 'GET /api/bookings/3/events/';

test('reopens the stream when the page comes online', async () => {
  let changes = 0;
  function Page() {
    useUpdates(3, () => changes++);
    return null;
  }
  const remote = defineRemote(() => [{ id: 'updates', path: '/', Component: Page }]);
  const signals: (AbortSignal | undefined)[] = [];
  await openPage(remote, '/', {
    auth: { status: 'signed-in' },
    answers: {
      [EVENTS]: (_, request) => {
        signals.push(request?.signal);
        return new Promise(() => {});
      },
    },
  });
  expect([signals.length, changes]).toEqual([1, 0]);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  expect(changes).toBe(1);
});
