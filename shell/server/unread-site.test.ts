import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore } from '@carry/releases';
import { account, build, release } from '@carry/releases/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppParts, createApp } from './app';
import { readConfig } from './config/config';
import { createSiteConfig } from './config/site';
import { ReleaseFiles } from './releases/release-files';
import { ReleaseSet } from './releases/release-set';

const config = readConfig(
  { API_URL: 'https://api.a.example', SITE_URL: 'https://a.example', PREVIEWS: 'off' },
  { store: 'x', lastGood: 'x' },
);
const log = () => {};
let folder: string;
let releases: ReleaseSet;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-unread-'));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ paths: [] }));
});
afterEach(() => {
  vi.restoreAllMocks();
  releases.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a site that could not read its store. Returns the status of an address, and when to come back. */
async function openSite(operators: string[] | null) {
  const store = new DirectoryStore(path.join(folder, 'store'));
  if (operators) await release(store, build(account)); // whose owner is unknown without site.json
  const read = async (file: string) => (file === 'site.json' ? null : store.read(file));
  const unread = Object.assign(Object.create(store) as DirectoryStore, { read });
  const files = new ReleaseFiles(unread, path.join(folder, 'good'), log);
  const getSite = (document: Parameters<typeof createSiteConfig>[0]) =>
    createSiteConfig(document, config.site);
  releases = new ReleaseSet({ store: unread, files, getSite, operators, log, onDamage: log });
  await releases.open();
  const parts = {
    ...{ config, releases, log, hints: [] },
    previews: { of: async () => ({ previews: [], records: [], local: [] }) },
    renderer: { render: async () => ({ status: 404, head: [], owner: null }) },
    reports: { newView: () => null },
    printer: { print: async () => Buffer.from('Page not found') },
  };
  const app = createApp(parts as unknown as AppParts);
  return async (address: string) => {
    const { status, headers } = await app.request(address);
    return [status, headers.get('retry-after'), headers.get('cache-control')];
  };
}

test.each([
  ['an empty store', null],
  ['releases without owners', ['-----BEGIN PUBLIC KEY-----']],
])('calls no page missing with %s', async (_, operators) => {
  const ask = await openSite(operators);
  for (const address of ['/', '/login', '/sitemap.xml'])
    expect(await ask(address), address).toEqual([503, '5', 'no-store']);
});
