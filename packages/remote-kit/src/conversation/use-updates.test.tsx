import { ApiError } from '@carry/contracts/shell';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { useUpdates } from './use-updates';

afterEach(cleanup);

const EVENTS = 'GET /api/bookings/3/events/';

interface Stream {
  emit(name: string): void;
  end(): void;
  fail(error: Error): void;
  signal: AbortSignal | undefined;
}

/** Opens a page that follows a booking. */
async function openFollower() {
  const onChange = vi.fn();
  function Page() {
    useUpdates(3, onChange);
    return null;
  }
  const remote = defineRemote(() => [{ id: 'updates', path: '/', Component: Page }]);
  const streams: Stream[] = [];
  await openPage(remote, '/', {
    auth: { status: 'signed-in' },
    answers: {
      [EVENTS]: (emit, request) =>
        new Promise<void>((end, fail) => {
          streams.push({ emit: emit as Stream['emit'], end, fail, signal: request?.signal });
        }),
    },
  });
  return { streams, onChange };
}

test('reopens the stream when the page comes online', async () => {
  const { streams, onChange } = await openFollower();
  expect(streams.length).toBe(1);
  expect(onChange).not.toHaveBeenCalled();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(streams.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('reads once, after the stream has opened', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { streams, onChange } = await openFollower();
  streams[0]?.emit('open');
  expect(onChange).toHaveBeenCalledTimes(1);
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(streams.length).toBe(2);
  expect(onChange).toHaveBeenCalledTimes(1);
  streams[1]?.emit('open');
  expect(onChange).toHaveBeenCalledTimes(2);
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  streams[2]?.emit('open');
  expect(onChange).toHaveBeenCalledTimes(3);
});

test('reads at each attempt while no stream opens', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { streams, onChange } = await openFollower();
  streams[0]?.emit('open');
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(2000);
  onChange.mockClear();
  await act(async () => streams[1]?.fail(new ApiError('http', 429)));
  expect(onChange).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect([streams.length, onChange.mock.calls.length]).toEqual([3, 2]);
  await act(async () => streams[2]?.fail(new ApiError('http', 404)));
  expect(onChange).toHaveBeenCalledTimes(2);
});
