import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from './config/config';
import { fetchSiteSetup, toEnvironment } from './running-site';

const runs = {
  shell: '0123456789ab',
  name: 'Hats',
  settings: { street: 'hat-lane' },
  redirects: { till: ['https://till.example'] },
  pictureOrigins: ['https://pictures.example', 'https://more.example'],
  apiRequestIds: true,
};

let server: Server | undefined;
afterEach(() => server?.close());

async function startFakeSite(answer: object, status = 200): Promise<string> {
  const answering = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  );
  server = answering;
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(answering.address() as AddressInfo).port}`;
}

test('copies settings, policies and headers of a running site', async () => {
  const read = await fetchSiteSetup(await startFakeSite({ schema: 1, runs }));
  const env = { API_URL: 'http://localhost:1', ...toEnvironment(read) };
  const { site, pictureOrigins, apiRequestIds } = readConfig(env, { store: 'x', lastGood: 'x' });
  const { name, settings, redirects } = site;
  expect({ shell: runs.shell, name, settings, redirects, pictureOrigins, apiRequestIds }).toEqual(
    runs,
  );
});

test.each([
  ['omits its setup', { schema: 1 }, 200, /does not describe how it runs/],
  ['fails', {}, 503, /responded with 503/],
])('rejects a site that %s', async (_, answer, status, why) => {
  await expect(fetchSiteSetup(await startFakeSite(answer, status))).rejects.toThrow(why);
});
