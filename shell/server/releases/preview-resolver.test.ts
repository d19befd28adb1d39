import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DirectoryStore,
  newPrivateKey,
  readSigningKey,
  SignedStore,
  type Store,
  signPreview,
  trustOf,
  Untrusted,
} from '@carry/releases';
import { build, release } from '@carry/releases/testing';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { DevRemotes } from './dev-remotes';
import { PreviewResolver } from './preview-resolver';
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
    trustOf({ owners: { 'mf-booking': { paths: ['/booking'], keys: [key] } } }, []);
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
      trust: trustOf(null, []),
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
      trust: trustOf(null, []),
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
