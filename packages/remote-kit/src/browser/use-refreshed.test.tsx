import { ApiError } from '@carry/contracts/shell';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { defineRemote } from '../route/remote';
import { hidePage, openPage } from '../testing/test-page';
import { useRefreshed } from './use-refreshed';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const MINUTE_MS = 60_000;
const flush = (run: () => void) => act(async () => run());

type Change = (latest: string) => string;

/** Opens a page that shows a text, and returns the unfinished calls that read it again. */
async function open() {
  const calls: { resolve(text: string | null): void; reject(error: Error): void }[] = [];
  let change: ((next: Change) => void) | undefined;
  function Page() {
    const [text, setText] = useRefreshed(
      'first',
      () => new Promise<string | null>((resolve, reject) => calls.push({ resolve, reject })),
    );
    change ??= setText; // that of the first render
    return <p role="status">{text}</p>;
  }
  const loader = vi.fn(() => null);
  await openPage(
    defineRemote(() => [{ id: 'page', path: '/', loader, Component: Page }]),
    '/',
  );
  const loads = () => loader.mock.calls.length;
  const shown = () => screen.getByRole('status').textContent;
  return { calls, shown, loads, change: (next: Change) => flush(() => change?.(next)) };
}

test('reads once after more than a minute', async () => {
  const { calls, shown } = await open();
  await hidePage(MINUTE_MS);
  expect(calls).toEqual([]);
  await hidePage(MINUTE_MS + 1);
  await hidePage(1000);
  expect(calls).toHaveLength(1);
  expect(shown()).toBe('first');
  await flush(() => calls[0]?.resolve('second'));
  expect(shown()).toBe('second');
});

test('keeps what is shown when it cannot be read', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { calls, shown } = await open();
  await hidePage(2 * MINUTE_MS);
  await flush(() => calls[0]?.reject(new Error('offline')));
  await hidePage(2 * MINUTE_MS);
  await flush(() => calls[1]?.resolve(null));
  expect([calls.length, shown(), warn.mock.calls.length]).toEqual([2, 'first', 1]);
});

test('keeps a change that was made meanwhile', async () => {
  const { calls, shown, change } = await open();
  await hidePage(2 * MINUTE_MS);
  await change(() => 'changed');
  await flush(() => calls[0]?.resolve('outdated'));
  expect(shown()).toBe('changed');
});

test('applies a change to what was read since', async () => {
  const { calls, shown, change } = await open();
  await hidePage(2 * MINUTE_MS);
  await flush(() => calls[0]?.resolve('second'));
  await change((latest) => `${latest}, changed`);
  expect(shown()).toBe('second, changed');
});

test.each([
  [401, 2],
  [500, 1],
])('loads the page again after a 401 only (%i)', async (status, expected) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { calls, loads } = await open();
  await hidePage(2 * MINUTE_MS);
  await flush(() => calls[0]?.reject(new ApiError('http', status)));
  expect(loads()).toBe(expected);
});
