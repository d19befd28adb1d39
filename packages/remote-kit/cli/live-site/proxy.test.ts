import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProxy } from './proxy';

const servers: Server[] = [];
const requests: IncomingMessage[] = [];
/** Bodies that the API received. */
const bodies: string[] = [];
let local: string;
let site: string;
let api: string;
/** Address of the development server. */
let dev: string;
const devRequests: IncomingMessage[] = [];

const listen = async (server: Server, port = 0) => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
};
const record = (handler: RequestListener) =>
  createServer((incoming, response) => {
    requests.push(incoming);
    handler(incoming, response);
  });

function answerSite({ url = '', socket }: IncomingMessage, response: ServerResponse): void {
  if (url === '/closes-once') {
    if (requests.length === 1) return void socket.destroy();
    return void response.writeHead(200).end();
  }
  if (url === '/away') return void response.writeHead(302, { location: `${site}/help?a=1` }).end();
  if (url === '/file.js')
    return void response
      .writeHead(200, { 'content-type': 'text/javascript', etag: '"1"', 'alt-svc': 'h3=":443"' })
      .end(`fetch("${site}")`);
  if (url.startsWith('/_shell/composition'))
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  const boot = {
    site: { settings: {} },
    apiUrl: api,
    own: url === '/booking' ? { name: 'mf-booking', routes: [{ path: '/booking' }] } : null,
    composition: { integrity: 'x' },
    local: [],
  };
  response
    .writeHead(404, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-security-policy':
        "script-src 'nonce-a' 'strict-dynamic', style-src 'self'; worker-src 'none'; connect-src 'self'",
      'integrity-policy': 'blocked-destinations=(script)',
      'strict-transport-security': 'max-age=1',
      'set-cookie': ['carry_id=1; Domain=carry.example; Secure; Path=/', 'b=2; Secure'],
    })
    .end(
      gzipSync(
        `<a href="${site}/x">x</a><main></main><script type="application/json" id="carry-boot">${JSON.stringify(boot)}</script><script type="application/json" id="carry-visit">{}</script></body>`,
      ),
    );
}

beforeEach(async () => {
  requests.length = 0;
  devRequests.length = 0;
  dev = await listen(
    createServer((incoming, response) => {
      devRequests.push(incoming);
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('run()');
    }),
  );
  bodies.length = 0;
  site = await listen(record(answerSite));
  api = await listen(
    record((incoming, response) => {
      const picture = `${api}/media/1.webp`;
      incoming.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
      response
        .writeHead(201, {
          'content-type': 'application/json',
          'set-cookie': 's=1; Path=/api; Secure',
        })
        .end(JSON.stringify({ url: incoming.url, picture, about: `See ${site}/help` }));
    }),
  );
  const probe = createServer();
  local = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  const replacement = {
    remote: 'mf-help',
    origin: dev,
    entry: 'remoteEntry.js',
    routes: ['/help'],
    needs: { workers: true, wasm: false },
    replaced: null,
    grants: { connect: ['https://api.help.example'], frames: ['https://player.example'] },
    consumers: ['mf-booking'],
  };
  const setup = {
    ...{ site, api, settings: {}, local },
    ...{ remote: 'mf-help', devServer: dev, dispatcher: new Agent() },
  };
  await listen(
    createProxy({ ...setup, replacement: async () => replacement }),
    Number(new URL(local).port),
  );
});
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        }),
    ),
  );
});

const ask = async (path: string, headers: Record<string, string> = {}, more: object = {}) => {
  const answer = await request(local + path, { headers, ...more });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
};

const policyOfOthers = () =>
  `script-src 'nonce-a' 'strict-dynamic', style-src 'self'; worker-src 'none'; connect-src 'self' ${dev} ${dev.replace('http', 'ws')}`;

test('shows the development build on its page', async () => {
  const { status, headers, text } = await ask('/help', {
    accept: 'text/html',
    'if-none-match': '"1"',
  });
  expect(status).toBe(200);
  expect(text).toContain('"entry":"/remotes/mf-help/dev/web/remoteEntry.js"');
  expect(text).toContain(`"apiUrl":"${local}/_carry-dev/api"`);
  expect(text).toContain(`<a href="${site}/x">`); // data: hydration compares it with the live site's
  expect(headers['content-security-policy']).toBe(
    `${policyOfOthers().replace("worker-src 'none'", "worker-src 'self'")} https://api.help.example wss://api.help.example`,
  );
  expect(headers).not.toHaveProperty('integrity-policy');
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers['cache-control']).toBe('no-store');
  expect(requests[0]?.headers).not.toHaveProperty('if-none-match');
});

test('keeps the status and the servers of other pages', async () => {
  const { status, headers } = await ask('/other', { accept: 'text/html' });
  expect(status).toBe(404);
  expect(headers['content-security-policy']).toBe(policyOfOthers());
});

test('lets a page with its slots start workers and call its servers', async () => {
  const { headers } = await ask('/booking', { accept: 'text/html' });
  expect(headers['content-security-policy']).toBe(
    `${policyOfOthers().replace("worker-src 'none'", "worker-src 'self'")} https://api.help.example wss://api.help.example`,
  );
});

test('keeps cookies local, apart for site and API', async () => {
  const port = new URL(local).port;
  const page = await ask('/help', { accept: 'text/html' });
  expect(page.headers['set-cookie']).toEqual([
    `carry-dev-${port}-site.carry_id=1; Path=/`,
    `carry-dev-${port}-site.b=2`,
  ]);
  const call = await ask('/_carry-dev/api/api/token/', {}, { method: 'POST', body: '{}' });
  expect(call.headers['set-cookie']).toBe(`carry-dev-${port}-api.s=1; Path=/_carry-dev/api/api`);
  const cookie = `carry-dev-${port}-site.a=1; carry-dev-${port}-api.b=2; mine=3`;
  await ask('/x', { cookie });
  await ask('/_carry-dev/api/y', { cookie });
  expect(requests.slice(-2).map(({ headers }) => headers.cookie)).toEqual(['a=1', 'b=2']);
});

test('forwards API calls in the name of the site', async () => {
  const { status, text } = await ask(
    '/_carry-dev/api/api/token/?a=1',
    { origin: local, referer: `${local}/login`, authorization: 'Bearer t' },
    { method: 'POST', body: '{"a":1}' },
  );
  expect(status).toBe(201);
  expect(JSON.parse(text)).toMatchObject({ url: '/api/token/?a=1' });
  expect(requests.at(-1)?.headers).toMatchObject({
    host: new URL(api).host,
    origin: site,
    referer: `${site}/login`,
    authorization: 'Bearer t',
  });
});

test('returns data as the API stores them', async () => {
  const { text } = await ask('/_carry-dev/api/api/profile/');
  expect(JSON.parse(text)).toMatchObject({
    picture: `${api}/media/1.webp`,
    about: `See ${site}/help`,
  });
  await ask('/_carry-dev/api/api/profile/', {}, { method: 'PATCH', body: text });
  expect(bodies).toEqual([text]);
});

test('passes files unchanged, without the headers of the site', async () => {
  const { text, headers } = await ask('/file.js', { 'if-none-match': '"0"' });
  expect(text).toBe(`fetch("${site}")`);
  expect(headers['etag']).toBe('"1"');
  expect(headers).not.toHaveProperty('alt-svc');
  expect(requests[0]?.headers['if-none-match']).toBe('"0"');
});

test('keeps redirects local', async () => {
  expect((await ask('/away')).headers['location']).toBe(`${local}/help?a=1`);
});

test('adds the remote to the composition', async () => {
  const { text, headers } = await ask('/_shell/composition/1.json');
  expect(JSON.parse(text)).toMatchObject([{ name: 'mf-help', version: 'dev' }]);
  expect(headers['cache-control']).toBe('no-store');
});

test.each(['/_shell/reports', '/_shell/csp-reports'])('sends nothing to %s', async (path) => {
  expect((await ask(path, {}, { method: 'POST', body: '{}' })).status).toBe(204);
  expect(requests).toEqual([]);
});

test.each([
  [{ host: 'attacker.example' }],
  [{ origin: 'https://attacker.example' }],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
])('refuses a request with %j', async (headers) => {
  expect((await ask('/_carry-dev/api/x', headers)).status).toBe(403);
  expect(requests).toEqual([]);
});

test('opens a link of another site', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await ask('/file.js', headers)).status).toBe(200);
});

test('chains two proxies', async () => {
  const probe = createServer();
  const outer = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  const replacement = {
    remote: 'mf-faq',
    origin: 'http://localhost:4001',
    entry: 'remoteEntry.js',
    routes: ['/faq'],
    needs: { workers: false, wasm: false },
    replaced: null,
  };
  const setup = {
    ...{ site: local, api: local, settings: {}, local: outer },
    ...{ remote: 'mf-faq', devServer: dev, dispatcher: new Agent() },
  };
  await listen(
    createProxy({ ...setup, replacement: async () => replacement }),
    Number(new URL(outer).port),
  );
  const page = await request(`${outer}/help`, { headers: { accept: 'text/html' } });
  const text = await page.body.text();
  expect(text).toContain(`"local":["${local}","${outer}"]`);
  expect(text).toContain(`"apiUrl":"${outer}/_carry-dev/api"`);
  const call = await request(`${outer}/_carry-dev/api/api/me/`, { headers: { origin: outer } });
  expect(await call.body.json()).toMatchObject({ url: '/api/me/' });
});

test('serves the development files from its own origin, without cookies', async () => {
  const cookie = `carry-dev-${new URL(local).port}-site.a=1`;
  const file = await ask('/remotes/mf-help/dev/web/static/sum.js?retry=1', { cookie });
  expect([file.status, file.text]).toEqual([200, 'run()']);
  expect(devRequests.map(({ url, headers }) => [url, headers.cookie])).toEqual([
    ['/static/sum.js?retry=1', undefined],
  ]);
  await ask('/remotes/mf-faq/dev/web/static/sum.js');
  expect(requests.map(({ url }) => url)).toEqual(['/remotes/mf-faq/dev/web/static/sum.js']);
});

test('names a site that is gone', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const gone = servers[1];
  gone?.close();
  gone?.closeAllConnections();
  const { status, text } = await ask('/help');
  expect(status).toBe(502);
  expect(text).toMatch(new RegExp(`^cannot reach ${site}: .*ECONNREFUSED`));
  expect(printed).toHaveBeenCalledExactlyOnceWith(text.trim());
  printed.mockRestore();
});

test.each([
  ['repeats a read', 'GET', 200],
  ['does not repeat a change', 'POST', 502],
] as const)('%s whose connection the site closes', async (_, method, status) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const answer = await ask('/closes-once', {}, { method });
  printed.mockRestore();
  expect([answer.status, requests.map(({ url }) => url)]).toEqual([
    status,
    Array.from({ length: status === 200 ? 2 : 1 }, () => '/closes-once'),
  ]);
});
