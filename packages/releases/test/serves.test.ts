import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Served } from '@carry/contracts/site';
import { renderSVG } from 'uqr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CliEnvironment, runReleases } from '../src/cli/main';
import {
  DirectoryStore,
  ownServes,
  promote,
  readAudit,
  readSite,
  type Store,
  setPreview,
  setServes,
  signPreview,
} from '../src/index';
import { previewCodePath } from '../src/service/preview-codes';
import { newPrivateKey } from '../src/signing/keys';
import { build, install, release } from './build';
import {
  accounts,
  bench,
  booking,
  openStore,
  operators,
  prepareService,
  startService,
} from './service-bench';

prepareService();

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-serves-'));
  store = new DirectoryStore(folder);
  await install(store);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const serves = (more: Partial<Served> = {}): Served => ({ ...ownServes(), ...more });
const why = { why: 'a new shell' };

test('refuses an outdated contract and lists the changes since', async () => {
  const { version } = await release(store, build());
  const contracts = [
    { version: 3, changes: ['`leave` answers a promise', 'drafts need a key'] },
    { version: 4, changes: ['`notify.toast` is gone'] },
  ];
  await setServes(store, serves({ contracts }), why);
  const refusal =
    /built for contract 2, this site serves 3 and 4.* In 3: `leave` answers a promise; drafts need a key\. In 4: `notify\.toast` is gone\.$/;
  await expect(release(store, build({ web: { 'x.0123456789.js': 'x' } }))).rejects.toThrow(refusal);
  await setServes(store, serves(), why);
  await release(store, build({ web: { 'y.0123456789.js': 'y' } }));
  await setServes(store, serves({ contracts }), why);
  await expect(promote(store, 'mf-booking', { version, why: 'back' })).rejects.toThrow(refusal);
});

test('checks shared versions of the site, not of the machine', async () => {
  const more = { provided: undefined } as object;
  await setServes(store, serves({ shared: { ...ownServes().shared, react: '18.3.1' } }), why);
  await expect(release(store, build(), more)).rejects.toThrow(/the shell has 18\.3\.1/);
  await setServes(store, serves({ routerNames: ['Link'] }), why);
  const dist = build({
    imports: { 'react-router-dom': ['Outlet'] },
    shared: { 'react-router-dom': '^7.18.0' },
  });
  await expect(release(store, dist, more)).rejects.toThrow(/uses Outlet of react-router-dom/);
});

test("declares the shell's contracts, idempotently", async () => {
  const lines: string[] = [];
  const cli = (environment: Partial<CliEnvironment>, ...args: string[]) =>
    runReleases(
      [...args, '--store', folder],
      { defaultStore: folder, siteUrl: 'http://localhost', previewSecret: '', ...environment },
      { out: (line) => void lines.push(line), err: (line) => void lines.push(line), color: false },
    );
  expect(await cli({}, 'site', 'serve')).toBe(1);
  expect(lines.join()).toContain('in the workspace of the shell');
  expect(await cli({}, 'site')).toBe(0);
  expect(lines.join()).toContain('does not declare');
  expect(await cli({ serves: ownServes }, 'site', 'serve', '--why', 'shell 2')).toBe(0);
  expect(await cli({ serves: ownServes }, 'site', 'serve')).toBe(0);
  expect((await readSite(store))?.serves).toEqual(ownServes());
  expect(await readAudit(store)).toMatchObject([
    { action: 'serve', remote: 'site', why: 'shell 2' },
  ]);
  expect(await cli({}, 'site')).toBe(0);
  expect(lines.at(-1)).toMatch(/^contracts {2}2\nshared {5}react 19/);
});

test("issues a preview link to the preview's own team only", async () => {
  const url = await startService();
  const team = openStore(url, booking);
  const { version } = await release(team, build(), {
    target: { channel: 'pr-1', expires: new Date(Date.now() + 60_000) },
  });
  expect(version).toMatch(/-[a-f0-9]{12}$/);
  const link = await team.previewLink?.('mf-booking', 'pr-1');
  expect(link).toMatch(
    /^https:\/\/site\.example\/booking\/1\?preview=mf-booking@pr-1\.[0-9a-z]+\.[\w-]{43}$/,
  );
  await expect(openStore(url, accounts).previewLink?.('mf-booking', 'pr-1')).rejects.toThrow(
    /may not show previews of mf-booking/,
  );
  await expect(team.previewLink?.('mf-booking', '../live')).rejects.toThrow(/has no preview/);
  await setPreview(bench.behind, {
    channel: 'pr-2',
    remote: 'mf-account',
    version,
    expires: new Date(),
    why: 'x',
  }).catch(() => {});
  await expect(team.previewLink?.('mf-booking', 'pr-2')).rejects.toThrow(/has no preview pr-2/);
});

test('shows the QR code of a preview to whoever has its link', async () => {
  const url = await startService({ previewSecret: 'a secret of the site' });
  const team = openStore(url, booking);
  await release(team, build(), {
    target: { channel: 'pr-1', expires: new Date(Date.now() + 60_000) },
  });
  const link = (await team.previewLink?.('mf-booking', 'pr-1')) ?? '';
  const address = (await team.previewCode?.('mf-booking', 'pr-1')) ?? '';
  const answer = await fetch(address);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  });
  expect(await answer.text()).toBe(renderSVG(link, { border: 4 }));

  const forged = new URL(address);
  forged.searchParams.set('preview', `${forged.searchParams.get('preview')?.slice(0, -1)}x`);
  for (const wrong of [forged, `${url}/preview-code.svg`])
    expect((await fetch(wrong)).status).toBe(404);
  await expect(openStore(url, accounts).previewCode?.('mf-booking', 'pr-1')).rejects.toThrow(
    /may not show previews of mf-booking/,
  );
  expect(
    await openStore(await startService(), booking).previewCode?.('mf-booking', 'pr-1'),
  ).toBeNull();
});

test('draws the preview link that was sent, even with the previous secret', async () => {
  const previewSecret = 'a secret of the site';
  const url = await startService({ previewSecret, previewSecretBefore: 'the previous secret' });
  const team = openStore(url, booking);
  const target = { channel: 'pr-1', expires: new Date(Date.now() + 86_400_000) };
  await release(team, build(), { target });
  const longest = (await team.previewLink?.('mf-booking', 'pr-1')) ?? '';
  const drawn = async (secret: string) => {
    const claim = { remote: 'mf-booking', channel: 'pr-1', expires: Date.now() + 60_000 };
    const link = longest.replace(/preview=.*/, `preview=${signPreview(secret, claim)}`);
    const answer = await fetch(url + previewCodePath(link));
    return answer.ok ? (await answer.text()) === renderSVG(link, { border: 4 }) : answer.status;
  };
  expect(await Promise.all([previewSecret, 'the previous secret', 'x', ''].map(drawn))).toEqual([
    ...[true, true, 404, 404],
  ]);
});

test('refuses a key of another team before the build', async () => {
  vi.stubEnv('RELEASES_KEY', newPrivateKey());
  vi.stubEnv('RELEASES_TRUST', operators.join());
  const publish = vi.fn<NonNullable<CliEnvironment['publish']>>();
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const environment = { defaultStore: '', siteUrl: 'http://localhost', previewSecret: '', publish };
  const code = await runReleases(
    ['publish', 'mf-booking', '--store', bench.behind.name],
    environment,
    { out: print, err: print, color: false },
  );
  vi.unstubAllEnvs();
  expect([code, lines.join()]).toEqual([1, expect.stringContaining('may not sign mf-booking')]);
  expect(publish).not.toHaveBeenCalled();
});
