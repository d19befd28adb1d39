import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { createDispatcher } from './network';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a proxy that connects every host to one port of this machine. */
async function startCompanyProxy(to: number) {
  const tunnels: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url);
    const target = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
  });
  return { url: `http://127.0.0.1:${await listen(proxy)}`, tunnels };
}

const answerOk = () => createServer((_, response) => response.end('ok'));

test('reaches the site through the company proxy', async () => {
  const target = await listen(answerOk());
  const proxy = await startCompanyProxy(target);
  const dispatcher = createDispatcher({ HTTPS_PROXY: proxy.url });
  // the tunnel ends at a server without TLS
  await expect(request('https://carry.example/', { dispatcher })).rejects.toThrow();
  expect(proxy.tunnels).toEqual(['carry.example:443']);
});

test('bypasses it for NO_PROXY and this machine', async () => {
  const target = await listen(answerOk());
  const proxy = await startCompanyProxy(target);
  const dispatcher = createDispatcher({ http_proxy: proxy.url, NO_PROXY: 'carry.example' });
  const { body } = await request(`http://127.0.0.1:${target}/`, { dispatcher });
  expect(await body.text()).toBe('ok');
  await expect(request('http://carry.example:1/', { dispatcher })).rejects.toThrow();
  expect(proxy.tunnels).toEqual([]);
});
