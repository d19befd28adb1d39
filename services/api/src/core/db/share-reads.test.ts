import { expect, test } from 'vitest';
import { shareReads } from './share-reads';

/** Returns a read whose results and failures the test decides. */
function controlled() {
  const started: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const read = () =>
    new Promise<string>((resolve, reject) => {
      started.push({ resolve, reject });
    });
  return { started, read };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('shares the next read between calls that arrive during one', async () => {
  const { started, read } = controlled();
  const share = shareReads<string>();
  const first = share('a', read);
  const others = [share('a', read), share('a', read)];
  expect(started).toHaveLength(1);
  started[0]?.resolve('before');
  expect(await first).toBe('before');
  await turn();
  expect(started).toHaveLength(2);
  const late = share('a', read);
  started[1]?.resolve('after');
  expect(await Promise.all(others)).toEqual(['after', 'after']);
  await turn();
  started[2]?.resolve('last');
  expect(await late).toBe('last');
});

test('reads again after a result', async () => {
  const { started, read } = controlled();
  const share = shareReads<string>();
  for (const value of ['one', 'two']) {
    const result = share('a', read);
    started.at(-1)?.resolve(value);
    expect(await result).toBe(value);
  }
  expect(started).toHaveLength(2);
});

test('runs reads of different keys at once', () => {
  const { started, read } = controlled();
  const share = shareReads<string>();
  void share('a', read);
  void share('b', read);
  expect(started).toHaveLength(2);
});

test('passes a failure to its own callers only', async () => {
  const { started, read } = controlled();
  const share = shareReads<string>();
  const failed = share('a', read);
  const next = share('a', read);
  started[0]?.reject(new Error('lost'));
  await expect(failed).rejects.toThrow('lost');
  await turn();
  started[1]?.resolve('read');
  expect(await next).toBe('read');
});
