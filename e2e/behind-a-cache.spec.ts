// A shared cache before the sites and the API: deploy/proxy/nginx.conf, which obeys what answers say of themselves.

import { freePorts } from 'workspace/process';
import { publishRemote } from 'workspace/publish-remote';
import { startBalancer } from './balancer';
import { startSite } from './fixtures';
import { hasNginx } from './front-proxy';
import { expect, test } from './guard';
import { bookingWith, storeOf } from './releases';

test.skip(!hasNginx(), 'nginx is not installed');
if (!hasNginx()) console.log('no cache stands before the sites here: nginx is not installed');

test('a cache keeps what is the same for all, and never a page, a canary or an answer for one person', {
  tag: '@full',
}, async () => {
  test.setTimeout(120_000);
  const [at = 0, atApi = 0] = await freePorts();
  const front = `http://localhost:${at}`;
  const site = await startSite({
    SITE_URL: front,
    API_URL: `http://localhost:${atApi}`,
    TRUSTED_PROXIES: '1',
    LOCAL_SOCKET: 'off',
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
    return { cache: answer.headers.get('x-cache-status') ?? 'none', status: answer.status, text };
  };
  const twice = async (...about: Parameters<typeof ask>) => [
    (await ask(...about)).cache,
    (await ask(...about)).cache,
  ];
  const fileOf = (html: string, kind: string) =>
    new RegExp(`"(/${kind}/[^"]+\\.js)"`).exec(html)?.[1] ?? '';
  try {
    const page = await ask('/booking/1');
    const files = [fileOf(page.text, 'assets/static'), fileOf(page.text, 'remotes')];
    for (const file of files) {
      expect(await twice(file, { 'accept-encoding': 'br' }), file).toEqual(['MISS', 'HIT']);
      expect(await twice(file, { 'accept-encoding': 'gzip' }), file).toEqual(['MISS', 'HIT']);
    }
    const composition = /"url":"([^"]+composition[^"]+)"/.exec(page.text)?.[1] ?? '';
    expect(await twice(composition)).toEqual(['MISS', 'HIT']);
    for (const path of ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/favicon.ico'])
      expect(await twice(path), path).toEqual(['MISS', 'HIT']);
    const picture = /\/media\/[\w./-]+/.exec(
      (await ask('/api/coaches/1/', {}, `http://localhost:${atApi}`)).text,
    )?.[0];
    expect(picture).toBeTruthy();
    expect(await twice(picture ?? '', {}, `http://localhost:${atApi}`)).toEqual(['MISS', 'HIT']);

    // for one visitor, or to be asked for each time
    for (const path of ['/', '/booking/1', '/login', '/_shell/composition.json', '/no-such-page'])
      expect(await twice(path), path).toEqual(['MISS', 'MISS']);
    expect((await ask('/')).text).not.toBe((await ask('/')).text); // each its own nonce
    expect(await twice('/api/coaches/1/', {}, `http://localhost:${atApi}`)).toEqual([
      'MISS',
      'MISS',
    ]);
    const lost = '/assets/static/js/index.0123456789.js';
    expect([(await ask(lost)).status, (await ask(lost)).cache]).toEqual([404, 'MISS']);

    // a canary: its visitors' composition is theirs, and stays out of the cache
    const { version } = await publishRemote(
      'mf-booking',
      storeOf(site),
      'test',
      bookingWith('Book your canary session'),
      { target: { percent: 100 } },
    );
    const headers = { cookie: `carry_id=${'x'.repeat(22)}` };
    await expect.poll(async () => (await ask('/booking/1', headers)).text).toContain(version);
    const theirs = await ask('/booking/1', headers);
    expect(theirs.cache).toBe('MISS');
    const canary = /"url":"([^"]+composition[^"]+)"/.exec(theirs.text)?.[1] ?? '';
    expect(canary).not.toBe(composition);
    expect(await twice(canary, headers)).toEqual(['MISS', 'MISS']);

    // what is kept outlives the site; a page does not
    await site.services.site.stop();
    expect((await ask(files[0] ?? '', { 'accept-encoding': 'br' })).status).toBe(200);
    expect((await ask('/')).status).toBe(502);
  } finally {
    await proxy.stop();
    await site.stop();
  }
});
