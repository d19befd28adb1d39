import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from './config/config';
import { environmentOf, howItRuns } from './running-site';

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

async function siteThatSays(answer: object, status = 200): Promise<string> {
  const answering = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  );
  server = answering;
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(answering.address() as AddressInfo).port}`;
}

test('a site that is started with what another says of itself has its settings, policies and headers', async () => {
  const read = await howItRuns(await siteThatSays({ schema: 1, runs }));
  const env = { API_URL: 'http://localhost:1', ...environmentOf(read) };
  const { site, pictureOrigins, apiRequestIds } = readConfig(env, { store: 'x', lastGood: 'x' });
  const { name, settings, redirects } = site;
  expect({ shell: runs.shell, name, settings, redirects, pictureOrigins, apiRequestIds }).toEqual(
    runs,
  );
});

test.each([
  ['does not say it', { schema: 1 }, 200, /does not describe how it runs/],
  ['fails', {}, 503, /answers 503/],
])('a site that %s is not copied', async (_, answer, status, why) => {
  await expect(howItRuns(await siteThatSays(answer, status))).rejects.toThrow(why);
});
