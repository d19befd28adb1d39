import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { closeServer, listen } from 'server-kit/http-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';

const FILE = Buffer.concat([Buffer.from('PBDEMS2\0'), Buffer.alloc(300_000, 7)]);
const PICTURE = '7-0123456789abcdef-480.webp';
const COUNT = 50;

onEveryDatabaseAtNight('HEAD requests', (api) => {
  let server: Awaited<ReturnType<typeof listen>>;
  let origin: string;

  beforeAll(async () => {
    server = await listen(api().app.fetch, 0, '127.0.0.1');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => closeServer(server, 500));

  const ask = (method: string, path: string, token: string) =>
    fetch(origin + path, { method, headers: { authorization: `Bearer ${token}` } });

  describe.runIf(process.platform === 'linux')('files', () => {
    const countOpen = () => readdirSync('/proc/self/fd').length;

    test.each(['picture', 'download'])('close the file of a %s', async (kind) => {
      const { student, path } = await pair(api());
      await api().pictures.write(PICTURE, [FILE], { maxBytes: FILE.length, type: 'image/webp' });
      const { body } = await student.upload('game.dem', FILE);
      const file = kind === 'picture' ? `/uploads/${PICTURE}` : `${path}files/${body.id}/`;
      const whole = await ask('GET', file, student.token);
      expect((await whole.arrayBuffer()).byteLength).toBe(FILE.length);
      const before = countOpen();
      for (let index = 0; index < COUNT; index++)
        expect((await ask('HEAD', file, student.token)).status).toBe(200);
      await expect.poll(countOpen).toBeLessThan(before + COUNT / 2);
    });
  });

  test('end the event stream of a booking', async () => {
    const { student, path } = await pair(api());
    for (let index = 0; index < 13; index++)
      expect((await ask('HEAD', `${path}events/`, student.token)).status).toBe(200);
    const stream = await ask('GET', `${path}events/`, student.token);
    await stream.body?.cancel();
    expect(stream.status).toBe(200);
  });
});
