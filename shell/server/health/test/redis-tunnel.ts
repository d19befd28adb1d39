import net from 'node:net';

const REDIS = { host: '127.0.0.1', port: 6379 };
export const REDIS_URL = `redis://${REDIS.host}:${REDIS.port}`;

export const hasRedis = await new Promise<boolean>((resolve) => {
  const socket = net.connect(REDIS, () => socket.write('PING\r\n'));
  socket.once('data', (data) => {
    resolve(data.toString().startsWith('+PONG'));
    socket.destroy();
  });
  socket.once('error', () => resolve(false));
});

/** Opens a proxy of Redis that can be cut, or hang as a Redis that is stopped or slow: connections stay open. */
export async function openTunnel({ failedSubscriptions = 0 } = {}) {
  const sockets = new Set<net.Socket>();
  let failures = failedSubscriptions;
  let held: (() => void)[] | null = null;
  let isSlow = false;
  const forward = (from: net.Socket, to: net.Socket, isRequest: boolean) => {
    sockets.add(from);
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    from.on('data', (chunk) => {
      if (failures > 0 && /\$9\r\nsubscribe/i.test(chunk.toString('latin1'))) {
        failures--;
        from.destroy();
      } else if (held && !(isSlow && isRequest)) held.push(() => to.write(chunk));
      else to.write(chunk);
    });
  };
  const server = net.createServer((near) => {
    const far = net.connect(REDIS);
    forward(near, far, true);
    forward(far, near, false);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    cut() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
    restore: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
    /** Holds requests and replies; of a slow Redis, which runs the requests, only the replies. */
    hang({ slow = false } = {}) {
      held = [];
      isSlow = slow;
    },
    resume() {
      const writes = held ?? [];
      held = null;
      for (const write of writes) write();
    },
  };
}
