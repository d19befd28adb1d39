// The console on one machine: a one-time link, and the key of the process that printed it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReleaseDetails, ReleaseDifference } from '@carry/contracts/console';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openConsole } from '../src/cli/index';
import {
  type Candidate,
  createSignature,
  DirectoryStore,
  deriveTrust,
  encode,
  installSite,
  newPrivateKey,
  readAudit,
  readLive,
  readSigningKey,
} from '../src/index';
import { numbered, owners, release } from './build';
import { answered, ConsoleBrowser } from './console-browser';
import {
  bench,
  booking,
  openStore,
  operator,
  operators,
  prepareService,
  startService,
} from './service-bench';

const environment = { siteUrl: 'http://localhost:1', previewSecret: 'a secret of the site' };

let folder: string;
let opened: Awaited<ReturnType<typeof openConsole>> | null;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-console-'));
  opened = null;
  vi.stubEnv('RELEASES_USER', 'kim');
});
afterEach(async () => {
  await opened?.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Opens a console and returns a browser at its address. */
async function open(location: string): Promise<ConsoleBrowser> {
  opened = await openConsole(environment, location);
  return new ConsoleBrowser(new URL(opened.link).origin);
}

describe('store without keys', () => {
  let store: DirectoryStore;
  let versions: string[];
  beforeEach(async () => {
    store = new DirectoryStore(folder);
    const site = { schema: 1 as const, owners, frame: { links: [] } };
    await installSite(store, site, { why: 'test' });
    const published = [await release(store, numbered(1)), await release(store, numbered(2))];
    versions = published.map(({ version }) => version);
  });

  test('makes changes as the account of this machine', async () => {
    const browser = await open(folder);
    expect((await browser.enter(opened?.link ?? '')).status).toBe(200);
    expect(await browser.start()).toMatchObject({ name: 'kim', role: 'operator' });
    const about = { remote: 'mf-booking', version: versions[0] ?? '', why: '' };
    expect(await answered(browser.change({ action: 'rollback', ...about }))).toMatch(/^200/);
    expect((await readLive(store)).remotes['mf-booking']?.version).toBe(versions[0]);
    expect((await readAudit(store, 'mf-booking')).at(-1)).toMatchObject({
      action: 'rollback',
      who: 'kim',
      why: 'rollback',
    });
  });

  test('shows pictures and checks of releases to its user', async () => {
    const takePicture = async ({ pictures }: Candidate) =>
      void pictures.push({
        ...{ route: '/booking/:id', page: '/booking/1', content: Buffer.from('picture') },
        ...{ width: 640, height: 400 },
      });
    const { version } = await release(store, numbered(3), { gates: [takePicture] });
    const browser = await open(folder);
    await browser.enter(opened?.link ?? '');
    const query = new URLSearchParams({ from: versions[1] ?? '', to: version });
    const { pictures } = await browser.read<ReleaseDifference>(
      `/remotes/mf-booking/difference?${query}`,
    );
    expect(pictures).toMatchObject([{ name: '/booking/:id', from: null, to: { width: 640 } }]);
    const details = await browser.read<ReleaseDetails>(`/remotes/mf-booking/releases/${version}`);
    expect(details).toMatchObject({
      ...{ release: { version, state: 'live' }, pictures: [{ route: '/booking/:id' }] },
      checks: expect.arrayContaining([
        { name: 'routes and icons', ms: expect.any(Number), problem: null },
      ]),
    });
    const path = `/console/api/remotes/mf-booking/${version}/pictures`;
    const file = pictures[0]?.to?.file;
    const picture = await browser.ask(`${path}/${file}`);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect(await picture.text()).toBe('picture');
    expect((await browser.ask(`${path}/..%2F..%2Frelease.json`)).status).toBe(404);
    expect((await fetch(`${browser.url}${path}/${file}`)).status).toBe(401);
  });

  test('refuses a replayed or guessed link', async () => {
    const browser = await open(folder);
    const link = opened?.link ?? '';
    expect((await browser.enter(link)).status).toBe(200);
    const second = new ConsoleBrowser(browser.url);
    expect(await answered(second.enter(link))).toMatch(/^403 this link was used before/);
    expect((await second.enter('#sign-in=')).status).toBe(403);
    expect((await second.enter(`#sign-in=${'A'.repeat(43)}`)).status).toBe(403);
    expect((await second.ask('/console/api/overview')).status).toBe(401);
  });

  test('lets no other origin use the link', async () => {
    const browser = await open(folder);
    const token = (opened?.link ?? '').split('#sign-in=')[1];
    for (const origin of ['https://evil.example', 'http://localhost:3000'])
      expect((await browser.post('/enter', { token }, { origin })).status).toBe(403);
    expect((await browser.enter(opened?.link ?? '')).status).toBe(200);
  });
});

describe('release server', () => {
  prepareService();

  async function openAt(location: string): Promise<ConsoleBrowser> {
    vi.stubEnv('RELEASES_TRUST', operator.publicKey);
    const browser = await open(location);
    await browser.enter(opened?.link ?? '');
    return browser;
  }

  test("signs with a team's key and may change its remote only", async () => {
    const pem = newPrivateKey();
    const keys = [readSigningKey(pem).publicKey];
    const keyed = { ...owners, 'mf-booking': { ...owners['mf-booking'], keys } };
    const site = { schema: 1, revision: 2, owners: keyed };
    const signed = { ...site, signature: createSignature('site', site, { key: operator }) };
    await bench.behind.write('site.json', encode(signed));
    const health = async () => ({ uptimeSeconds: 60, releases: [] });
    const day = async () => ({ shared: true, slotMinutes: 15, sites: [], releases: [] });
    const trust = () => deriveTrust({ owners: keyed }, operators);
    const url = await startService({ health, day, trust });
    vi.stubEnv('RELEASES_KEY', pem);
    const browser = await openAt(url);
    const { role, remotes } = await browser.start();
    expect(role).toBe('team');
    expect(remotes['mf-booking']).toBeNull();
    expect(remotes['mf-account']).toMatch(/^The key .* of this console may not change mf-account/);
    const change = { action: 'lock', remote: 'mf-account', why: 'mine' } as const;
    expect(await answered(browser.change(change))).toMatch(/^403 The key/);
    expect(await browser.read('/overview')).toMatchObject({ health: await health() });
    expect(await browser.read('/day')).toEqual(await day());
  });

  test('is read-only without a key', async () => {
    await release(openStore(await startService(), booking), numbered(1));
    const browser = await openAt(bench.behind.name);
    const { role, remotes } = await browser.start();
    expect(role).toBe('viewer');
    expect(remotes['mf-booking']).toMatch(/this console has no key. Start it with RELEASES_KEY/);
    const change = { action: 'lock', remote: 'mf-booking', why: 'mine' } as const;
    expect(await answered(browser.change(change))).toMatch(/^403 Changes of mf-booking are signed/);
  });
});
