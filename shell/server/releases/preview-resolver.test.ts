import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DirectoryStore,
  deriveTrust,
  encode,
  newPrivateKey,
  readSigningKey,
  SignedStore,
  type Store,
  signPreview,
  Untrusted,
} from '@carry/releases';
import { build, release } from '@carry/releases/testing';
import { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import type { RefusedPreview } from '../../universal/page/boot';
import type { DevRemotes } from './dev-remotes';
import { type Previewing, PreviewResolver } from './preview-resolver';
import { ReleaseFiles } from './release-files';

const SECRET = 's'.repeat(32);
const HOUR_MS = 3_600_000;

test('ends a preview when its signing key is removed', {
  tags: ['@fault-rotation'],
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-previews-'));
  const [stolen, next] = [newPrivateKey(), newPrivateKey()].map(readSigningKey) as [
    ReturnType<typeof readSigningKey>,
    ReturnType<typeof readSigningKey>,
  ];
  const ownedBy = (key: string) =>
    deriveTrust({ owners: { 'mf-booking': { paths: ['/booking'], keys: [key] } } }, []);
  let trust = ownedBy(stolen.publicKey);
  const store = new SignedStore(new DirectoryStore(folder), () => trust, stolen);
  const expires = new Date(Math.ceil(Date.now() / 1000) * 1000 + HOUR_MS);
  const target = { channel: 'pr-1', expires };
  await release(store, build(), { target });
  const files = new ReleaseFiles(store, path.join(folder, 'last-good'));
  const dev = { forEverybody: () => [] } as unknown as DevRemotes;
  const resolver = new PreviewResolver({
    mode: 'signed',
    secrets: [SECRET],
    ...{ store, files, dev },
    releases: {
      site: { schema: 1, revision: 1, owners: {}, frame: { links: [] } },
      get trust() {
        return trust;
      },
      noteIgnored: () => {},
    },
  });
  const app = new Hono().get('/', async (context) =>
    context.json((await resolver.of(context)).records.length),
  );
  const claim = { remote: 'mf-booking', channel: 'pr-1', expires: expires.getTime() };
  const cookie = `carry_preview=${signPreview(SECRET, claim)}`;
  const active = async () => (await app.request('/', { headers: { cookie } })).json();
  expect(await active()).toBe(1);
  trust = ownedBy(next.publicKey);
  await vi.waitFor(async () => expect(await active()).toBe(0), 2000);
  rmSync(folder, { recursive: true });
});

test.each([
  ['a new secret', 'signed', ['t'.repeat(32)]],
  ['previews are turned off', 'off', [SECRET]],
] as const)('calls an opened preview ended after %s', async (_, mode, secrets) => {
  const resolver = new PreviewResolver({
    ...{ mode, secrets },
    store: {} as Store,
    files: {} as ReleaseFiles,
    dev: { forEverybody: () => [] } as unknown as DevRemotes,
    releases: {
      site: {
        schema: 1,
        revision: 1,
        owners: { 'mf-booking': { paths: ['/booking'] } },
        frame: { links: [] },
      },
      trust: deriveTrust(null, []),
      noteIgnored: () => {},
    },
  });
  const app = new Hono().get('/', async (context) => context.json(await resolver.of(context)));
  const of = async (remote: string) => {
    const claim = { remote, channel: 'pr-1', expires: Date.now() + HOUR_MS };
    const cookie = `carry_preview=${signPreview(SECRET, claim)}`;
    return (await app.request('/', { headers: { cookie } })).json();
  };
  expect(await of('mf-booking')).toMatchObject({
    previews: [{ remote: 'mf-booking', channel: 'pr-1', state: 'ended' }],
    records: [],
  });
  expect(await of('mf-unknown')).toMatchObject({ previews: [] });
});

test.each([
  ['unreachable', 'during an outage of the store', new Error('store down')],
  ['ended', 'without a trusted signature', new Untrusted('the key is gone')],
])('calls a preview %s %s', async (state, _, error) => {
  const resolver = new PreviewResolver({
    mode: 'signed',
    secrets: [SECRET],
    store: { read: () => Promise.reject(error) } as unknown as Store,
    files: {} as ReleaseFiles,
    dev: {} as DevRemotes,
    releases: {
      site: {
        schema: 1,
        revision: 1,
        owners: { 'mf-booking': { paths: ['/booking'] } },
        frame: { links: [] },
      },
      trust: deriveTrust(null, []),
      noteIgnored: () => {},
    },
  });
  const claim = { remote: 'mf-booking', channel: 'pr-1', expires: Date.now() + HOUR_MS };
  const app = new Hono().get('/', async (context) =>
    context.json(await resolver.enter(context, signPreview(SECRET, claim))),
  );
  expect(await (await app.request('/?from=mail')).json()).toEqual({
    remote: 'mf-booking',
    why: state,
    livePage: '/?from=mail',
  });
});

/** Opens preview links in a browser that keeps the cookie. `ended`: channels whose previews have ended. */
function openBrowser(ended: string[] = []) {
  const remotes = Array.from({ length: 10 }, (_, number) => `mf-${'abcdefghij'[number]}`);
  const expires = new Date(Date.now() + HOUR_MS).toISOString();
  const previews = remotes.map((name) => [name, { version: '1.0.0-0123456789ab', expires }]);
  const document = encode({ revision: 1, remotes: Object.fromEntries(previews) });
  const resolver = new PreviewResolver({
    ...{ mode: 'signed', secrets: [SECRET] },
    store: {
      read: async (file: string) =>
        ended.some((channel) => file === `previews/${channel}.json`) ? null : document,
    } as unknown as Store,
    files: {
      trustedRecord: async (name: string, version: string) => ({ name, version, commit: 'abc' }),
    } as unknown as ReleaseFiles,
    dev: { forEverybody: () => [] } as unknown as DevRemotes,
    releases: {
      site: {
        ...{ schema: 1, revision: 1, frame: { links: [] } },
        owners: Object.fromEntries(remotes.map((name) => [name, { paths: [`/${name}`] }])),
      },
      trust: deriveTrust(null, []),
      noteIgnored: () => {},
    },
  });
  const app = new Hono()
    .get('/', async (context) => context.json(await resolver.of(context)))
    .get('/open', async (context) => {
      const entered = await resolver.enter(context, context.req.query('preview') ?? '');
      return entered instanceof Response ? entered : context.json(entered);
    });
  let cookie = '';
  const open = async (remote: string, channel: string) => {
    const token = signPreview(SECRET, { remote, channel, expires: Date.now() + HOUR_MS });
    const answer = await app.request(`/open?preview=${encodeURIComponent(token)}`, {
      headers: { cookie },
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return answer.status === 302 ? null : ((await answer.json()) as RefusedPreview).why;
  };
  const list = async () => {
    const answer = await app.request('/', { headers: { cookie } });
    const { previews: opened } = (await answer.json()) as Previewing;
    return opened.map(({ remote, channel, state }) => `${remote} ${channel} ${state}`);
  };
  return { open, list, remotes };
}

describe('the ninth preview', () => {
  test('replaces one that is switched off, not one that is on', async () => {
    const { open, list } = openBrowser();
    await open('mf-a', 'design');
    for (let number = 1; number <= 9; number++) await open('mf-b', `pr-${number}`);
    const previews = await list();
    expect(previews).toHaveLength(8);
    expect(previews).toEqual(expect.arrayContaining(['mf-a design on', 'mf-b pr-9 on']));
    expect(previews).not.toContain('mf-b pr-2 off');
  });

  test('replaces one that has ended first', async () => {
    const ended: string[] = [];
    const { open, list } = openBrowser(ended);
    for (let number = 1; number <= 8; number++) await open('mf-b', `pr-${number}`);
    ended.push('pr-5');
    await new Promise((resolve) => setTimeout(resolve, 600)); // previews are cached for 500 ms
    await open('mf-a', 'design');
    const previews = await list();
    expect(previews).toEqual(expect.arrayContaining(['mf-b pr-1 off', 'mf-a design on']));
    expect(previews).not.toContain('mf-b pr-5 ended');
  });

  test('is refused while all others are on', async () => {
    const { open, list, remotes } = openBrowser();
    for (const remote of remotes.slice(0, 8)) expect(await open(remote, 'pr-1')).toBeNull();
    expect(await open('mf-j', 'pr-1')).toBe('full');
    expect(await list()).toEqual(remotes.slice(0, 8).map((remote) => `${remote} pr-1 on`));
    expect(await open('mf-a', 'pr-2')).toBeNull(); // switches another preview of the remote off
    expect(await list()).toContain('mf-a pr-2 on');
  });
});
