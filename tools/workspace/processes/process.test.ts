import { createServer, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePorts, requireFreePort, type StartLimits, startService } from './process';

test('reports a port in use with its variable', async () => {
  const [port = 0] = await freePorts();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, resolve));
  await expect(requireFreePort('API_PORT', port)).rejects.toThrow(
    `API_PORT ${port} is in use; set API_PORT to another port`,
  );
  server.close();
});

/** Changes the arguments of `listen` until the test ends. */
function changeListen(change: (args: unknown[]) => unknown[]): void {
  const { listen } = Server.prototype;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args) {
    return Reflect.apply(listen, this, change(args));
  });
}
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

test.each(['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])])(
  'finds a listener on %s beside a free wildcard',
  async (loopback) => {
    const [port = 0] = await freePorts();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, loopback, resolve));
    onTestFinished(() => void server.close());
    changeListen((args) => (typeof args[1] === 'string' ? args : [0, ...args.slice(1)])); // as on macOS
    await expect(requireFreePort('API_PORT', port)).rejects.toThrow(`API_PORT ${port} is in use`);
  },
);

test('accepts a port on a machine without IPv6', async () => {
  const [port = 0] = await freePorts();
  changeListen((args) => args.map((arg) => (arg === '::1' ? '2001:db8::1' : arg)));
  await requireFreePort('API_PORT', port);
});

describe('startService', () => {
  const run = async (code: string, limits: StartLimits) => {
    const [port = 0] = await freePorts();
    const program = { args: ['-e', code], cwd: '.', env: { PATH: process.env['PATH'] } };
    const url = `http://127.0.0.1:${port}/`;
    return startService({
      name: 'slow',
      program,
      env: { PORT: String(port) },
      readyUrl: url,
      limits,
    });
  };
  const serve = `require('http').createServer((_, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')`;
  const limits = { stallMs: 1500, progressMs: 20, maxProcessorMs: 60_000 };

  test('waits for a slow start that uses the processor', { timeout: 60_000 }, async () => {
    const work = `const until = performance.now() + 4000; while (performance.now() < until); ${serve}`;
    await (await run(work, limits)).stop();
  });

  test('waits for a start that prints', { timeout: 60_000 }, async () => {
    const print = `let n = 0; const t = setInterval(() => { console.log(n); if (++n === 40) { clearInterval(t); ${serve} } }, 100)`;
    await (await run(print, { ...limits, progressMs: 60_000 })).stop();
  });

  test('gives up a start without progress', { timeout: 60_000 }, async () => {
    await expect(run('setInterval(() => {}, 1000)', limits)).rejects.toThrow(
      /slow did not respond at .*: it made no progress for 1.5 s/,
    );
  });

  test('gives up a start in an endless loop', { timeout: 60_000 }, async () => {
    await expect(run('for (;;) {}', { ...limits, maxProcessorMs: 500 })).rejects.toThrow(
      /of processor time/,
    );
  });
});
