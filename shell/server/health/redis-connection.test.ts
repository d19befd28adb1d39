import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RedisConnection } from './redis-connection';
import { hasRedis, REDIS_URL } from './test/redis-tunnel';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Opens a proxy of Redis that counts connections, and cuts each after a time. */
async function openProxy(cutAfterMs: number) {
  const { hostname, port } = new URL(REDIS_URL);
  const proxy = { url: '', opened: 0, alive: 0 };
  const server = net.createServer((near) => {
    proxy.opened++;
    proxy.alive++;
    const far = net.connect(Number(port), hostname);
    const end = () => {
      for (const socket of [near, far]) socket.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.on('close', () => proxy.alive--);
    near.pipe(far).pipe(near);
    setTimeout(end, cutAfterMs).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  proxy.url = `redis://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return proxy;
}

describe.skipIf(!hasRedis)('RedisConnection', () => {
  test('leaves no connection open if closed while it connects', async () => {
    const proxy = await openProxy(60_000);
    const changes: boolean[] = [];
    const connection = new RedisConnection(proxy.url, { onChange: (now) => changes.push(now) });
    connection.close();
    await sleep(1000);
    expect([proxy.alive, connection.isReady, changes]).toEqual([0, false, []]);
  });

  test('backs off while each connection ends before a ping', async () => {
    const proxy = await openProxy(60);
    const started = performance.now();
    open.push(new RedisConnection(proxy.url));
    await vi.waitFor(() => expect(proxy.opened).toBe(6), { timeout: 20_000, interval: 10 });
    expect(performance.now() - started).toBeGreaterThan(3000); // 100 + 200 + 400 + 800 + 1600 ms
  });
});
