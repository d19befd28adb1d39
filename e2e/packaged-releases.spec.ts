// The packaged release server (out/releases) behind deploy/proxy/nginx.conf, as in an image.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  addOwner,
  deriveTrust,
  HttpStoreClient,
  newPrivateKey,
  readLive,
  readSigningKey,
  readSite,
  SignedStore,
} from '@carry/releases';
import { packageAll } from 'workspace/package';
import { freePorts, type Service, startService } from 'workspace/process';
import { publishRemote } from 'workspace/publish-remote';
import { startBalancer } from './support/fleet/balancer';
import { type Proxy as FrontProxy, hasNginx } from './support/fleet/front-proxy';
import { bookingWith, openStore, waitForRelease } from './support/releases/releases';
import { expect, startSite, test } from './support/site/fixtures';

const NOBODY = 65_534;
const TOKEN = randomBytes(32).toString('hex');

const parseRequest = (line: string) => {
  const { method, route, status } = JSON.parse(line.slice(line.indexOf('{')));
  return { method, route, status };
};

test('ships through the packaged release server, which writes only the store', {
  tag: ['@full', '@fault-artifacts'],
}, async ({ server: api }) => {
  test.setTimeout(240_000);
  const site = await startSite({}, api);
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-packaged-releases-'));
  const home = path.join(folder, 'home');
  mkdirSync(home);
  let server: Service | undefined;
  let proxy: FrontProxy | undefined;
  try {
    const [packaged] = await packageAll(folder, ['releases']);
    expect(packaged?.bytes).toBeLessThan(60_000_000);
    execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
    const team = readSigningKey(newPrivateKey());
    const paths = (await readSite(openStore(site)))?.owners['mf-booking']?.paths ?? [];
    await addOwner(openStore(site), 'mf-booking', {
      owner: { paths, keys: [team.publicKey] },
      why: 'test',
    });
    const uid = process.getuid?.() === 0 ? NOBODY : undefined; // root ignores file permissions
    if (uid)
      for (const file of ['', ...readdirSync(site.store, { recursive: true, encoding: 'utf8' })])
        chownSync(path.join(site.store, file), uid, uid);
    if (uid) chownSync(path.dirname(site.store), uid, uid);
    const [port = 0, at = 0, atReleases = 0] = await freePorts();
    const url = `http://localhost:${port}`;
    const before = await readLive(openStore(site));
    const entry = hasNginx() ? `http://localhost:${atReleases}` : url;
    server = await startService({
      name: 'releases',
      program: {
        args: ['server.js'],
        cwd: path.join(folder, 'releases'),
        env: { PATH: process.env['PATH'], HOME: home, CHROMIUM_PATH: process.env['CHROMIUM_PATH'] },
        uid,
      },
      env: {
        RELEASES_PORT: String(port),
        RELEASES_STORE: site.store,
        SITE_URL: site.urls.site,
        PREVIEW_SECRET: site.env['PREVIEW_SECRET'] ?? '',
        RELEASES_URL: entry,
        STATUS_TOKEN: TOKEN,
      },
      readyUrl: `${url}/readyz`,
      log: (line) => site.lines.push(line),
    });
    const known = await readSite(openStore(site));
    const own = Number(new URL(site.urls.site).port);
    if (hasNginx())
      proxy = await startBalancer({
        site: { at, of: [own, own] },
        releases: { at: atReleases, of: port },
      });
    const store = new SignedStore(
      new HttpStoreClient(entry, team),
      () => deriveTrust(known, []),
      team,
    );
    const steps: number[] = [];
    const { version } = await publishRemote('mf-booking', store, {
      why: 'through the package',
      dist: bookingWith('Shipped to a package'),
      report: () => void steps.push(Date.now()),
    });
    expect(Math.max(...steps.slice(1).map((time, at) => time - (steps[at] ?? 0)))).toBeLessThan(
      (Date.now() - (steps[0] ?? 0)) * 0.9,
    ); // progress must be streamed
    await waitForRelease(site, version);
    expect(version).not.toBe(before.remotes['mf-booking']?.version);
    expect(await (await fetch(`${site.urls.site}/booking/1`)).text()).toContain(
      'Shipped to a package',
    );
    const headers = { authorization: `Bearer ${TOKEN}` };
    const measured = await (await fetch(`${url}/metrics`, { headers })).text();
    expect(measured).toContain('carry_releases_taken_in_total{outcome="stored"} 1');
    expect(measured).toMatch(/carry_releases_step_seconds_count\{step="gates"\} 1/);
    expect(site.lines.filter((line) => line.includes('/v1/releases')).map(parseRequest)).toEqual([
      { method: 'POST', route: '/v1/releases', status: 200 },
    ]);
    expect(site.lines.filter((line) => /EACCES|EROFS|Cannot find/.test(line))).toEqual([]);
  } finally {
    await proxy?.stop();
    await server?.stop();
    await site.stop();
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});
