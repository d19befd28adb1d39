// A shared cache in front of the sites and the API (deploy/proxy/nginx.conf), controlled by response headers.

import { createServer, type RequestListener } from 'node:http';
import { endPreview, signPreview } from '@carry/releases';
import { freePorts } from 'workspace/process';
import { publishRemote } from 'workspace/publish-remote';
import { startBalancer } from './support/fleet/balancer';
import { hasNginx } from './support/fleet/front-proxy';
import { bookingWith, openStore } from './support/releases/releases';
import { startSite } from './support/site/fixtures';
import { expect, test } from './support/site/guard';

test.skip(!hasNginx(), 'nginx is not installed');
if (!hasNginx()) console.log('no cache stands before the sites here: nginx is not installed');

async function startBehindCache() {
  const [at = 0, atApi = 0] = await freePorts();
  const front = `http://localhost:${at}`;
  const site = await startSite({
    SITE_URL: front,
    API_URL: `http://localhost:${atApi}`,
    TRUSTED_PROXIES: '1',
    LOCAL_SOCKET: 'off',
    LOG_LEVEL: 'info',
  });
  const port = (url: string) => Number(new URL(url).port);
  const [own, api] = [port(site.urls.site), port(site.urls.api)];
  const proxy = await startBalancer({
    site: { at, of: [own, own] },
    api: { at: atApi, of: [api, api] },
  });
  const ask = async (path: string, headers: Record<string, string> = {}, from = front) => {
    const answer = await fetch(from + path, { headers });
    const text = await answer.text();
    const cache = answer.headers.get('x-cache-status') ?? 'none';
    return { cache, status: answer.status, text, headers: answer.headers };
  };
  return {
    front,
    site,
    log: () => proxy.nginx?.log() ?? [],
    ask,
    askApi: (path: string, headers = {}) => ask(path, headers, `http://localhost:${atApi}`),
    twice: async (...about: Parameters<typeof ask>) => [
      (await ask(...about)).cache,
      (await ask(...about)).cache,
    ],
    stop: async () => {
      await proxy.stop();
      await site.stop();
    },
  };
}

const getFile = (html: string, kind: string) =>
  new RegExp(`"(/${kind}/[^"]+\\.js)"`).exec(html)?.[1] ?? '';

test('caches shared responses, never pages, canaries or personal responses', {
  tag: ['@full', '@fault-cache'],
}, async () => {
  test.setTimeout(240_000);
  const { site, ask, twice, askApi, stop } = await startBehindCache();
  try {
    const page = await ask('/booking/1');
    const files = [getFile(page.text, 'assets/static'), getFile(page.text, 'remotes')];
    for (const file of files) {
      expect(await twice(file, { 'accept-encoding': 'br' }), file).toEqual(['MISS', 'HIT']);
      expect(await twice(file, { 'accept-encoding': 'gzip' }), file).toEqual(['MISS', 'HIT']);
    }
    const composition = /"url":"([^"]+composition[^"]+)"/.exec(page.text)?.[1] ?? '';
    expect(await twice(composition)).toEqual(['MISS', 'HIT']);
    for (const path of ['/robots.txt', '/manifest.webmanifest', '/favicon.ico'])
      expect(await twice(path), path).toEqual(['MISS', 'HIT']);
    const picture = /\/media\/[\w./-]+/.exec((await askApi('/api/coaches/1/')).text)?.[0] ?? '';
    expect(picture).toBeTruthy();
    expect([(await askApi(picture)).cache, (await askApi(picture)).cache]).toEqual(['MISS', 'HIT']);

    const never = ['/', '/booking/1', '/login', '/_shell/composition.json', '/no-such-page'];
    for (const path of [...never, '/sitemap.xml'])
      expect(await twice(path), path).toEqual(['none', 'none']);
    expect((await ask('/')).text).not.toBe((await ask('/')).text);
    const coach = await askApi('/api/coaches/1/');
    expect([coach.cache, (await askApi('/api/coaches/1/')).cache]).toEqual(['none', 'none']);
    const tag = { 'if-none-match': coach.headers.get('etag') ?? '' };
    expect((await askApi('/api/coaches/1/', tag)).status).toBe(304);
    const lost = '/assets/static/js/index.0123456789.js';
    expect([(await ask(lost)).status, (await ask(lost)).cache]).toEqual([404, 'MISS']);

    // a canary's composition is personal, so it stays out of the cache
    const { version } = await publishRemote('mf-booking', openStore(site), {
      why: 'test',
      dist: bookingWith('Book your canary session'),
      target: { percent: 100 },
    });
    const headers = { cookie: `carry_id=${'x'.repeat(22)}` };
    await expect.poll(async () => (await ask('/booking/1', headers)).text).toContain(version);
    const theirs = await ask('/booking/1', headers);
    expect(theirs.cache).toBe('none');
    const canary = /"url":"([^"]+composition[^"]+)"/.exec(theirs.text)?.[1] ?? '';
    expect(canary).not.toBe(composition);
    expect(await twice(canary, headers)).toEqual(['MISS', 'MISS']);

    await site.services.site.stop();
    expect((await ask(files[0] ?? '', { 'accept-encoding': 'br' })).status).toBe(200);
    expect((await ask('/')).status).toBe(502);
  } finally {
    await stop();
  }
});

/** Starts nginx in front of two servers; both sites and both APIs are these two. */
async function startBefore(...answers: [RequestListener, RequestListener]) {
  const [at = 0, atApi = 0, one = 0, two = 0] = await freePorts();
  const servers = answers.map((answer) => createServer(answer));
  for (const [index, server] of servers.entries())
    await new Promise<void>((listening) =>
      server.listen([one, two][index], '127.0.0.1', () => listening()),
    );
  const proxy = await startBalancer({
    site: { at, of: [one, two] },
    api: { at: atApi, of: [one, two] },
  });
  return {
    urls: [`http://localhost:${at}`, `http://localhost:${atApi}`],
    log: proxy.nginx?.log ?? (() => []),
    stop: async () => {
      await proxy.stop();
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((end) => server.close(end))));
    },
  };
}

test('answers private requests of one address at the same time', async () => {
  const tag = '"1"';
  const answer: RequestListener = (request, response) => {
    const isKnown = request.headers['if-none-match'] === tag;
    setTimeout(() => {
      response.writeHead(isKnown ? 304 : 200, { 'cache-control': 'private, no-cache', etag: tag });
      response.end(isKnown ? undefined : 'private');
    }, 30);
  };
  const { urls, stop } = await startBefore(answer, answer);
  try {
    for (const url of urls) {
      const started = Date.now();
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => fetch(`${url}/api/bookings/`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(Date.now() - started).toBeLessThan(1000);
      const revalidated = await fetch(url, { headers: { 'if-none-match': tag } });
      expect(revalidated.status).toBe(304);
    }
  } finally {
    await stop();
  }
});

/** Links in mails and of calendars. */
const SIGNED_PATHS = ['/unsubscribe/', '/waitlist/again/', '/calendar/'];

test('logs neither addresses nor queries, also of failures', async () => {
  const { urls, log, stop } = await startBefore(
    (_, response) => response.end('well'),
    (request) => request.socket.destroy(),
  );
  const secret = 'of-somebody';
  const ask = (init: RequestInit) =>
    Promise.all(urls.map((url) => fetch(`${url}/reset-password?token=${secret}`, init)));
  try {
    const answers = [
      ...(await ask({})),
      ...(await ask({ method: 'POST' })),
      ...(await ask({ method: 'POST' })),
    ];
    for (const path of SIGNED_PATHS) await fetch(`${urls[1]}${path}7/${secret}`);
    expect(answers.map(({ status }) => status)).toContain(502);
    await expect.poll(() => log().join('\n')).toMatch(/ POST \/reset-password 502 /);
    for (const path of SIGNED_PATHS)
      await expect.poll(() => log().join('\n')).toContain(` GET ${path} 200 `);
    for (const name of ['access', 'carry', 'error'] as const)
      expect(
        log(name).filter((line) => /of-somebody|client: |127\.0\.0\.1 - /.test(line)),
        name,
      ).toEqual([]);
  } finally {
    await stop();
  }
});

test('takes a hung process out', { tag: '@full' }, async () => {
  const { urls, stop } = await startBefore(
    (_, response) => response.end('well'),
    () => {}, // accepts requests and never responds
  );
  const measure = async () => {
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(urls[0] ?? '')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    return Date.now() - started;
  };
  try {
    expect(await measure()).toBeLessThan(15_000);
    expect(await measure()).toBeLessThan(1000);
  } finally {
    await stop();
  }
});

test('serves while one process restarts right after the other', async () => {
  let restarting = 0;
  const answer =
    (number: number): RequestListener =>
    (request, response) =>
      restarting === number ? request.socket.destroy() : response.end('well');
  const { urls, stop } = await startBefore(answer(1), answer(2));
  try {
    for (restarting of [1, 2, 1])
      for (let count = 0; count < 20; count++)
        expect((await fetch(urls[0] ?? '')).status).toBe(200);
  } finally {
    await stop();
  }
});

test('logs one request id from the proxy to the API', {
  tag: ['@full', '@fault-logs'],
}, async () => {
  const { site, ask, log, stop } = await startBehindCache();
  try {
    const id = 'told-by-a-visitor-1';
    const page = await ask('/booking/1?token=of-somebody', { 'x-request-id': id });
    expect(page.headers.get('x-request-id')).toBe(id);
    for (const name of ['site', 'api'])
      await expect
        .poll(() => site.lines.some((line) => line.includes(`"name":"${name}","id":"${id}"`)))
        .toBe(true);
    const odd = await ask('/cs2', { 'x-request-id': 'x' });
    expect(odd.headers.get('x-request-id')).toMatch(/^[a-f0-9]{32}$/);
    await expect
      .poll(() => log().filter((line) => line.includes(` ${id} GET /booking/1 200`)))
      .toHaveLength(1);
    expect(
      log().filter((line) => / \/api\/.* 200 /.test(line) && line.includes(id)).length,
    ).toBeGreaterThan(0);
    expect(log().filter((line) => /\?|of-somebody|127\.0\.0\.1 - /.test(line))).toEqual([]);
  } finally {
    await stop();
  }
});

test('keeps a preview out of the shared cache', {
  tag: '@full',
}, async () => {
  test.setTimeout(240_000);
  const { front, site, ask, twice, stop } = await startBehindCache();
  try {
    const words = 'Book your previewed session';
    const expires = new Date(Math.floor(Date.now() / 1000 + 3600) * 1000);
    const store = openStore(site);
    const { version } = await publishRemote('mf-booking', store, {
      why: 'test',
      dist: bookingWith(words),
      target: { channel: 'pr-7', expires },
    });
    const claim = { remote: 'mf-booking', channel: 'pr-7', expires: expires.getTime() };
    const token = signPreview(site.env['PREVIEW_SECRET'] as string, claim);
    const opened = await fetch(`${front}/booking/1?preview=${token}`, {
      redirect: 'manual',
    });
    expect(opened.status).toBe(302);
    expect(opened.headers.get('x-cache-status') ?? 'none').not.toBe('HIT');
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(cookie).toContain('carry_preview=');

    const theirs = await ask('/booking/1', { cookie });
    expect([theirs.cache, theirs.text.includes(words)]).toEqual(['none', true]);
    expect(theirs.headers.get('cache-control')).toBe('no-store');
    const composition = /"url":"([^"]+composition[^"]+)"/.exec(theirs.text)?.[1] ?? '';
    expect(await twice(composition, { cookie })).toEqual(['MISS', 'MISS']);
    expect((await ask('/booking/1')).text).not.toContain(words);
    expect((await ask('/_shell/composition.json')).text).not.toContain(version);

    const file = getFile(theirs.text, `remotes/mf-booking/${version}`);
    expect(file).not.toBe('');
    expect(await twice(file, { cookie, 'accept-encoding': 'br' })).toEqual(['MISS', 'HIT']);

    await endPreview(store, { channel: 'pr-7', remote: 'mf-booking', why: 'over' });
    await expect.poll(async () => (await ask('/booking/1', { cookie })).text).not.toContain(words);
  } finally {
    await stop();
  }
});
