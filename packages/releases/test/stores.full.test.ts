import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { S3Store } from '../src/stores/s3-store';
import { client } from './stores';

const sockets: net.Socket[] = [];
/** A server that accepts requests and never responds; with `says`, it starts a response and never ends it. */
const halting = (says: string) =>
  net.createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.once('data', () => socket.write(says));
  });
const silent = halting('');
const midway = halting('HTTP/1.1 200 OK\r\ncontent-length: 100\r\netag: "x"\r\n\r\n{"revision"');

beforeAll(async () => {
  for (const server of [silent, midway]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of [silent, midway]) server.close();
});

test.each([
  ['never answers', silent],
  ['stops in the middle of an answer', midway],
])(
  'gives up on a bucket that %s within twelve seconds',
  { tags: ['@fault-11.32'] },
  async (_, server) => {
    const store = new S3Store(
      'carry',
      '',
      client(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}`),
    );
    const started = Date.now();
    await expect(store.read('live.json')).rejects.toThrow();
    expect(Date.now() - started).toBeLessThan(12_000);
  },
);
