// During a rotation, signatures of PREVIEW_SECRET_BEFORE stay valid.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DirectoryStore,
  deriveTrust,
  encode,
  type Store,
  signPreview,
  storeShell,
} from '@carry/releases';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { ShellArchive } from './files/shell-archive';
import type { Health } from './health/health';
import { ReportReceiver } from './health/reports';
import type { DevRemotes } from './releases/dev-remotes';
import { PreviewResolver } from './releases/preview-resolver';
import type { ReleaseFiles } from './releases/release-files';

const [NEW, OLD, OTHER] = ['n', 'o', 'x'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
];
const folder = mkdtempSync(path.join(tmpdir(), 'carry-overlap-'));
afterAll(() => rmSync(folder, { recursive: true }));
const version = '1.0.0-aaaaaaaaaaaa';

test('accepts preview links of the previous secret', async () => {
  const expires = Math.floor(Date.now() / 1000) * 1000 + 60_000;
  const preview = { version, expires: new Date(expires).toISOString() };
  const store = {
    read: async () => encode({ remotes: { 'mf-booking': preview } }),
  } as unknown as Store;
  const files = {
    trustedRecord: async () => ({ version, commit: 'abc' }),
  } as unknown as ReleaseFiles;
  const dev = { forEverybody: () => [] } as unknown as DevRemotes;
  const statuses = async (secrets: string[]) => {
    const resolver = new PreviewResolver({
      mode: 'signed',
      ...{ secrets, store, files, dev },
      releases: {
        site: { schema: 1, revision: 1, owners: {}, frame: { links: [] } },
        trust: deriveTrust(null, []),
        noteIgnored: () => {},
      },
    });
    const app = new Hono()
      .get('/', async (context) => {
        const entered = await resolver.enter(context, context.req.query('preview') ?? '');
        return entered instanceof Response ? entered : context.json(entered, 403);
      })
      .get('/of', async (context) => context.json((await resolver.of(context)).records.length));
    const of = async (secret: string) => {
      const token = signPreview(secret, { remote: 'mf-booking', channel: 'pr-1', expires });
      const cookie = await app.request('/of', { headers: { cookie: `carry_preview=${token}` } });
      return [(await app.request(`/?preview=${token}`)).status, await cookie.json()];
    };
    return Promise.all([of(NEW), of(OLD), of(OTHER)]);
  };
  expect(await statuses([NEW, OLD])).toEqual([
    [302, 1],
    [302, 1],
    [403, 0],
  ]);
  expect(await statuses([NEW, ''])).toEqual([
    [302, 1],
    [403, 0],
    [403, 0],
  ]);
});

test('accepts reports of the previous secret', async () => {
  const health = { reported: () => {} } as unknown as Health;
  const createPage = (secret: string) =>
    new ReportReceiver(health, { secret, proxies: 0 }).newView([]);
  const statuses = async (before: string) => {
    const receiver = new ReportReceiver(health, { secret: NEW, secretBefore: before, proxies: 0 });
    const app = new Hono().post('/', (context) => receiver.receive(context));
    const send = async (view: string) => {
      const report = { kind: 'used', remote: 'mf-booking', release: version };
      const body = JSON.stringify({ view, reports: [report] });
      const headers = { 'content-type': 'application/json', 'content-length': `${body.length}` };
      return (await app.request('/', { method: 'POST', headers, body })).status;
    };
    return Promise.all([NEW, OLD, OTHER, ''].map((secret) => send(createPage(secret))));
  };
  expect(await statuses(OLD)).toEqual([204, 204, 400, 400]);
  expect(await statuses('')).toEqual([204, 400, 400, 400]);
});

test('accepts shell records of the previous secret', async () => {
  const store = new DirectoryStore(path.join(folder, 'store'));
  const getName = (secret: string) =>
    `index.${secret.slice(0, 1).charCodeAt(0).toString(16)}000000a.js`;
  for (const secret of [NEW, OLD, OTHER]) {
    const web = path.join(folder, secret);
    mkdirSync(web);
    writeFileSync(path.join(web, getName(secret)), secret);
    await storeShell(store, web, { secret });
  }
  const readAll = async (secretBefore: string) => {
    const archive = new ShellArchive({ store, secret: NEW, secretBefore, log: () => {} });
    return Promise.all(
      [NEW, OLD, OTHER].map(async (secret) => (await archive.read(getName(secret))) !== null),
    );
  };
  expect(await readAll(OLD)).toEqual([true, true, false]);
  expect(await readAll('')).toEqual([true, false, false]);
});
