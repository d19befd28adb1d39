import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findConsumers, readSetup } from './public-site';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const boot = {
  site: { settings: { word: 'ask' } },
  apiUrl: 'https://api.carry.example',
  own: null,
  composition: { integrity: '' },
  local: [],
};

test('follows a redirect to the address of the site', async () => {
  const site = await listen((_, response) =>
    response.end(
      `<script type="application/json" id="carry-boot">${JSON.stringify(boot)}</script>`,
    ),
  );
  const apex = await listen(({ url = '' }, response) =>
    response.writeHead(301, { location: site + url }).end(),
  );
  expect(await readSetup(apex)).toEqual({
    site,
    api: 'https://api.carry.example',
    settings: { word: 'ask' },
  });
});

test('refuses a page of another site', async () => {
  const other = await listen((_, response) => response.end('<h1>Hello</h1>'));
  await expect(readSetup(other)).rejects.toThrow(`${other}/ is not a page of a Carry site`);
});

test('finds the remotes that show slots of a remote', () => {
  const live = [
    { name: 'mf-booking', routes: [], consumes: ['mf-help.tips', 'mf-coach.card'] },
    { name: 'mf-coach', routes: [], consumes: ['mf-help-desk.tips'] },
    { name: 'mf-account', routes: [] },
  ];
  expect(findConsumers({ live }, 'mf-help')).toEqual(['mf-booking']);
  expect(findConsumers({ live: null }, 'mf-help')).toEqual([]);
});
