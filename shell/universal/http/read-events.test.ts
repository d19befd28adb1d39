import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEvents } from './read-events';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 1000;

test('ends a stream without heartbeats', async () => {
  let isCancelled = false;
  let send = (_text: string): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
    cancel() {
      isCancelled = true;
    },
  });
  const events: string[] = [];
  let hasEnded = false;
  const reading = readEvents(body, (name) => events.push(name)).then(() => {
    hasEnded = true;
  });
  send('event: open\ndata: \n\n');
  for (let beat = 0; beat < 6; beat++) {
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    send(': heartbeat\n\n');
  }
  await vi.advanceTimersByTimeAsync(45 * SECOND);
  expect([events, hasEnded]).toEqual([['open'], false]);
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  await reading;
  expect(isCancelled).toBe(true);
});

test('leaves no timer behind', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  await readEvents(body, () => {});
  expect(vi.getTimerCount()).toBe(0);
});
