import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { log } from '../process/log';
import { StreamedText } from './stream-json';

test('does not report a client that leaves during a read', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const onFailure = vi.fn();
  let resolve: (row: string) => void = () => {};
  const row = new Promise<string>((respond) => (resolve = respond));
  async function* print() {
    yield 'first';
    yield await row;
  }
  const stream = await new StreamedText(print()).open('a list', onFailure);
  const reader = stream.getReader();
  await reader.read();
  const second = reader.read();
  await nextTurn(); // the stream waits for the row
  const left = reader.cancel();
  resolve('second');
  await left;
  expect(await second).toEqual({ done: true, value: undefined });
  await nextTurn();
  expect([warn, onFailure].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
