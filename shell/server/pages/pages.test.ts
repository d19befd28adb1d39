import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BOOT_ID, VISIT_ID } from '@carry/contracts/boot';
import { DirectoryStore, rollback, setCanary, setFlag } from '@carry/releases';
import { account, build, numbered, release } from '@carry/releases/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Boot } from '../../universal/page/boot';
import { type AppParts, createApp } from '../app';
import { readConfig } from '../config/config';
import { createSiteConfig } from '../config/site';
import { AssetServer } from '../files/assets';
import { PageStyles } from '../files/page-styles';
import type { PreviewResolver } from '../releases/preview-resolver';
import { ReleaseFiles } from '../releases/release-files';
import { ReleaseSet } from '../releases/release-set';
import type { RenderPool } from '../render/pool/pool';
import { FRAME, type RenderedPage, type RenderRequest } from '../render/protocol/protocol';
import { PagePrinter } from './print/print-page';
import { type OnRender, PageRenderer } from './render/page-renderer';

const config = readConfig(
  { API_URL: 'https://api.carry.example', SITE_URL: 'https://carry.example', PREVIEWS: 'off' },
  { store: '/tmp/releases', lastGood: '/tmp/good' },
);
const booking = (query: string) =>
  `[{ id: 'booking', path: '/booking/:id', Component: () => null, handle: { ${query} } }]`;
const NO_PREVIEW = { previews: [], records: [], local: [] };
let folder: string;
let store: DirectoryStore;
let releases: ReleaseSet;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-pages-'));
  store = new DirectoryStore(path.join(folder, 'store'));
});
afterEach(() => {
  vi.useRealTimers();
  releases.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a site on real releases, with a fake renderer that prints its request. */
async function openSite() {
  const log = () => {};
  const files = new ReleaseFiles(store, path.join(folder, 'good'), log);
  releases = new ReleaseSet({
    store,
    files,
    getSite: (document) => createSiteConfig(document, config.site),
    log,
    onDamage: log,
  });
  await releases.open();
  const state = {
    renders: [] as string[],
    fails: false,
    sent: [] as string[],
    previewing: NO_PREVIEW as Awaited<ReturnType<PreviewResolver['of']>>,
  };
  const render = async (
    { key }: { key: string },
    { pathname, search, owned, previews, flags }: RenderRequest,
  ): Promise<RenderedPage> => {
    if (state.fails && key !== FRAME) throw new Error('boom');
    const shown = `${key} ${pathname}${search}${previews.map(({ channel }) => ` with ${channel}`).join()}${flags ? ` ${Object.entries(flags)}` : ''}`;
    state.renders.push(shown);
    return {
      status: owned ? 200 : 404,
      html: `<p>${shown}</p>`,
      head: [],
      loaderData: {},
      complete: true,
      reads: [],
      gone: [],
      renderMs: 1,
    };
  };
  const pool = { render, stats: () => ({}) } as unknown as RenderPool;
  const onRender: OnRender = () => {};
  const renderer = new PageRenderer(
    files,
    { live: pool, preview: pool },
    { log, onRender, isServed: releases.serves },
  );
  releases.onChange(() => renderer.cache.dropUnserved());
  let views = 0;
  const printed = {
    config,
    releases,
    reports: {
      newView: (_: unknown, { failed }: { failed: readonly string[] }) =>
        `view ${++views}${failed}`,
      sent: (_: unknown, token: string, { name, version }: { name: string; version: string }) =>
        void state.sent.push(`${token} ${name}@${version}`),
    },
    shell: { scripts: [], styles: [], fonts: [], programs: {} },
    styles: new PageStyles(files),
  };
  const parts = {
    ...printed,
    renderer,
    previews: { of: async () => state.previewing },
    printer: new PagePrinter(printed as unknown as ConstructorParameters<typeof PagePrinter>[0]),
    hints: [],
    files,
    assets: new AssetServer(),
    lifecycle: { stopping: false },
    log,
  } as unknown as AppParts;
  const app = createApp(parts);
  const ask = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await app.request(address, { headers });
    const text = await answer.text();
    const getJson = (id: string) =>
      JSON.parse(new RegExp(`id="${id}">([^<]*)<`).exec(text)?.[1] ?? 'null') as object;
    const boot = { ...getJson(BOOT_ID), ...getJson(VISIT_ID) } as Boot;
    const cache = /cache;desc=(\w+)/.exec(answer.headers.get('server-timing') ?? '')?.[1];
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      shown: /id="root"><p>([^<]*)</.exec(text)?.[1],
      boot,
      cache,
    };
  };
  return { renders: state.renders, state, ask, app };
}

test('shares one page between campaign links', async () => {
  const { version } = await release(store, build({ routes: booking('query: []') }));
  const { ask, renders } = await openSite();
  for (let number = 0; number < 200; number++) {
    const { status } = await ask(`/booking/1?utm_source=${number}&fbclid=${Math.random()}`, {
      'accept-encoding': 'identity',
    });
    expect(status).toBe(200);
  }
  expect(renders).toEqual([`mf-booking@${version} /booking/1`]);
});

test('keys pages by the declared, normalized query', async () => {
  const { version } = await release(store, build({ routes: booking("query: ['day', 'tag']") }));
  const { ask, renders } = await openSite();
  const addresses = [
    '?day=a%20b&utm=1&tag=x&tag=y',
    '?tag=x&day=a+b&tag=y',
    '?tag=y&tag=x&day=a+b',
    '?utm=2',
  ];
  for (const address of addresses) await ask(`/booking/1${address}`);
  const page = `mf-booking@${version} /booking/1`;
  expect(renders).toEqual([`${page}?day=a+b&tag=x&tag=y`, `${page}?day=a+b&tag=y&tag=x`, page]);
});

test('passes the whole query to a release without a declaration', async () => {
  const { version } = await release(store, build());
  const { ask, renders } = await openSite();
  for (const query of ['?a=1', '?a=2']) await ask(`/booking/1${query}`);
  expect(renders).toEqual(
    ['?a=1', '?a=2'].map((query) => `mf-booking@${version} /booking/1${query}`),
  );
});

test('renders unknown paths once, with their own head', async () => {
  await release(store, build(account));
  const { ask, renders } = await openSite();
  for (let number = 0; number < 200; number++) {
    const { status, text, boot } = await ask(`/${'qx'.repeat(20)}${number}`, {
      'accept-encoding': 'identity',
    });
    expect([status, boot.rendered]).toEqual([404, 'full']);
    expect(text).toContain(
      `<link rel="canonical" href="https://carry.example/${'qx'.repeat(20)}${number}" data-head>`,
    );
    expect(text).toContain('<title>Page not found | ');
  }
  expect(renders).toEqual(['frame /404']);
  expect(await ask('/logn')).toMatchObject({ boot: { suggestion: '/login' }, cache: 'miss' });
  expect((await ask('/qx/"><script>alert(1)</script>')).text).not.toContain('<script>alert');
});

test('counts each page sent with the release that owns its route', async () => {
  const { version } = await release(store, build({ routes: booking('query: []') }));
  const { ask, state } = await openSite();
  const { view } = (await ask('/booking/1')).boot;
  await ask('/nowhere');
  expect(state.sent).toEqual([`${view} mf-booking@${version}`]);
  state.fails = true;
  expect((await ask('/booking/2')).boot.view).toContain('mf-booking');
});

test('marks a stale page with its age and render time', async () => {
  await release(store, build({ routes: booking('query: []') }));
  const { ask, state } = await openSite();
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const first = await ask('/booking/1');
  expect([first.cache, first.boot.renderedAt]).toEqual(['miss', first.boot.now]);
  expect(first.headers.get('x-carry-stale')).toBeNull();
  state.fails = true;
  vi.advanceTimersByTime(1_800_000);
  const stale = await ask('/booking/1');
  expect(stale).toMatchObject({ status: 200, cache: 'stale', shown: first.shown });
  expect(stale.boot).toMatchObject({
    now: Date.now(),
    renderedAt: first.boot.renderedAt,
    rendered: 'full',
  });
  expect(stale.headers.get('x-carry-stale')).toBe('1800');
  vi.advanceTimersByTime(1_800_000);
  expect(await ask('/booking/1')).toMatchObject({
    cache: 'miss',
    boot: { rendered: 'frame', renderedAt: Date.now() },
  });
});

test("invalidates a release's pages when it changes", async () => {
  const first = await release(store, numbered(1, { routes: booking('query: []') }));
  const { ask, state } = await openSite();
  expect((await ask('/booking/1')).shown).toContain(first.version);
  const second = await release(store, numbered(2, { routes: booking('query: []') }));
  await vi.waitFor(
    async () => expect((await ask('/booking/1')).shown).toContain(second.version),
    3000,
  );
  state.fails = true;
  await rollback(store, 'mf-booking', { why: 'test' });
  await vi.waitFor(() => expect(releases.serves(`mf-booking@${first.version}`)).toBe(true), 3000);
  expect(await ask('/booking/1')).toMatchObject({ cache: 'miss', boot: { rendered: 'frame' } });
});

test('keeps canary and preview pages apart, previews uncached', async () => {
  const first = await release(store, numbered(1, { routes: booking('query: []') }));
  const second = await release(store, numbered(2, { routes: booking('query: []') }), {
    target: { channel: 'pr-1', expires: new Date(Date.now() + 60_000) },
  });
  await release(store, build(account));
  const { ask, state, renders } = await openSite();
  const record = await new ReleaseFiles(store, path.join(folder, 'good')).record(
    'mf-booking',
    second.version,
  );
  expect((await ask('/booking/1')).shown).toContain(first.version);
  const active = {
    remote: 'mf-booking',
    channel: 'pr-1',
    version: second.version,
    commit: 'abc',
    state: 'on' as const,
  };
  state.previewing = { previews: [active], records: record ? [record] : [], local: [] };
  for (let visit = 0; visit < 3; visit++) {
    const preview = await ask('/booking/1');
    expect(preview).toMatchObject({
      shown: expect.stringContaining(second.version),
      cache: 'miss',
      boot: { view: null },
    });
    expect([preview.headers.get('cache-control'), preview.headers.get('x-robots-tag')]).toEqual([
      'no-store',
      'noindex',
    ]);
  }
  state.previewing = { ...NO_PREVIEW, previews: [{ ...active, remote: 'mf-account' }] };
  for (const address of ['/booking/2', '/nowhere'])
    expect((await ask(address)).shown).toContain('with pr-1');
  state.previewing = NO_PREVIEW;
  for (const address of ['/booking/2', '/nowhere'])
    expect((await ask(address)).shown).not.toContain('with pr-1');
  expect(await ask('/booking/1')).toMatchObject({
    shown: expect.stringContaining(first.version),
    cache: 'hit',
  });
  await setCanary(store, 'mf-booking', { version: second.version, percent: 50, why: 'test' });
  await vi.waitFor(() => expect(releases.hasCanary()).toBe(true), 3000);
  const shown = new Map<string, string | undefined>();
  for (let visitor = 0; visitor < 40; visitor++) {
    const cookie = `carry_id=${String(visitor).padStart(22, 'x')}`;
    const answer = await ask('/booking/1', { cookie });
    expect(answer.shown).toContain(answer.boot.own?.version);
    shown.set(answer.boot.own?.version ?? '', answer.shown);
  }
  expect([...shown.keys()].sort()).toEqual([first.version, second.version].sort());
  expect(renders).toHaveLength(9); // two live pages, five previews, one unknown path, one canary
});

test('marks pages private, each with its own nonce', async () => {
  await release(store, build({ routes: booking('query: []') }));
  const { ask } = await openSite();
  const nonces = new Set<string | undefined>();
  for (const address of ['/booking/1', '/booking/1', '/qxqxqxqxqxqx', '/qxqxqxqxqxqx']) {
    const { headers, text } = await ask(address);
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'private, no-cache',
      'accept-encoding, cookie',
    ]);
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
    expect(text).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test('serves compositions compressed, public or private', async () => {
  const { version } = await release(store, numbered(1));
  await release(store, build(account));
  const { ask, app, state } = await openSite();
  const read = async (encoding: string) => {
    const { url } = (await ask('/booking/1')).boot.composition;
    const answer = await app.request(url, { headers: { 'accept-encoding': encoding } });
    return {
      headers: Object.fromEntries(answer.headers),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const packed = await read('gzip');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const plain = await read('identity');
  expect(gunzipSync(packed.bytes).toString()).toBe(plain.bytes.toString());
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
  expect(plain.bytes.toString()).toContain(version);
  const previewed = await release(store, numbered(2), {
    target: { channel: 'pr-1', expires: new Date(Date.now() + 60_000) },
  });
  const record = await new ReleaseFiles(store, path.join(folder, 'good')).record(
    'mf-booking',
    previewed.version,
  );
  const active = {
    remote: 'mf-booking',
    channel: 'pr-1',
    version: previewed.version,
    commit: 'abc',
    state: 'on' as const,
  };
  state.previewing = { previews: [active], records: record ? [record] : [], local: [] };
  const previewResponse = await read('br');
  expect([
    previewResponse.headers['content-encoding'],
    previewResponse.headers['cache-control'],
  ]).toEqual(['br', 'private, max-age=31536000, immutable']);
});

test('gives each visitor of a cached page its own ids', async () => {
  await release(store, build({ routes: booking('query: []') }));
  const { ask, renders } = await openSite();
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  await ask('/booking/1');
  const visits = await Promise.all([1, 2].map(() => ask('/booking/1')));
  const ids = visits.map(({ headers, text, boot }) => {
    const [, nonce = ''] =
      /'nonce-(.{22})'/.exec(headers.get('content-security-policy') ?? '') ?? [];
    expect(new Set(text.match(/ nonce="[^"]*"/g))).toEqual(new Set([` nonce="${nonce}"`]));
    expect(boot.request.id).toBe(headers.get('x-request-id'));
    return [nonce, boot.view, boot.request.id];
  });
  expect([renders.length, new Set(ids.flat()).size]).toEqual([1, 6]);
  vi.advanceTimersByTime(11_000);
  await ask('/booking/1');
  expect((await ask('/booking/1')).boot.renderedAt).toBe(Date.now());
});

test('renders a page once for each value of its own flags', async () => {
  const declare = "flags: { fresh: { default: false, does: 'is new' } }";
  const server = `exports.default = { contractVersion: 2, ${declare}, createRoutes: () => ${booking('query: []')} };`;
  const { version } = await release(store, build({ server }));
  const { version: other } = await release(store, build(account));
  await setFlag(store, 'mf-booking', { flag: 'fresh', percent: 50, why: 'test' });
  const { ask, renders } = await openSite();
  const pages = await Promise.all(
    Array.from({ length: 20 }, async (_, visitor) => {
      const headers = { cookie: `carry_id=${String(visitor).padStart(22, 'v')}` };
      await ask('/login', headers);
      return ask('/booking/1', headers);
    }),
  );
  expect(renders.toSorted()).toEqual([
    `mf-account@${other} /login`,
    `mf-booking@${version} /booking/1`,
    `mf-booking@${version} /booking/1 fresh,true`,
  ]);
  for (const { shown, boot } of pages)
    expect(boot.flags).toEqual(
      shown?.endsWith('fresh,true') ? { 'mf-booking': { fresh: true } } : undefined,
    );
  const answer = await ask('/booking/1');
  expect(answer.headers.get('set-cookie')).toMatch(/^carry_id=/);
  const { status } = await ask('/booking/1?flag=mf-booking.fresh:on'); // a site without previews has no overrides
  expect(status).toBe(200);
});
