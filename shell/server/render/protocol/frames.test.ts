import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { frameReader, writeFrame } from './frames';

test('reassembles messages from any chunks', () => {
  const sent = [{ one: 'ü'.repeat(50) }, [], 'x'.repeat(300), 7];
  const stream = new PassThrough();
  for (const message of sent) writeFrame(stream, message);
  const bytes: Buffer = stream.read();
  for (const size of [1, 3, 64, bytes.length]) {
    const heard: unknown[] = [];
    const read = frameReader(1000, (message) => heard.push(message));
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    expect(heard).toEqual(sent);
  }
});

test('rejects an oversized message by its header', {
  tags: ['@fault-11.29'],
}, () => {
  const read = frameReader(1000, () => {});
  expect(() => read(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toThrow('4294967295 bytes');
  expect(() => writeFrame(new PassThrough(), 'x'.repeat(1001), 1000)).toThrow(RangeError);
});
