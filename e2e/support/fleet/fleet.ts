// The installation of docs/operations/installation.md: two of each behind nginx, PostgreSQL, Redis and a bucket.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Store } from '@carry/releases';
import { packageAll } from 'workspace/package';
import { freePorts, type Program, type Service, startService } from 'workspace/process';
import { type Site, startSite } from '../site/fixtures';
import { trusted } from '../site/keys';
import { startBalancer } from './balancer';
import { bucketAt, redisAt } from './engines';
import type { Member } from './member';
import { postgresAt } from './postgres';

export interface Fleet {
  site: Site;
  urls: { site: string; api: string; sandbox: string };
  /** Signs as the teams and the operator. */
  store: Store;
  processes: Member[];
  /** Selects the version of processes started from now on: this one, or the fleet's first. */
  use(version: 'this' | 'first'): void;
  redis: Member;
  bucket: Member;
  database: Member;
  /** `log` returns the lines of its logs. */
  nginx: Member & { log(name?: 'carry' | 'error'): string[] };
  releases: Member & { url: string };
  /** A second release server on the same store, not behind the proxy. */
  releases2: Member & { url: string };
  stop(): Promise<void>;
}

/** A checkout of another version after `npm run package` and one browser test. */
export interface OtherVersion {
  folders: string;
  releases: string;
  env: Record<string, string>;
}

export async function startFleet(
  other?: OtherVersion,
  releasesEnv: Record<string, string> = {},
): Promise<Fleet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-fleet-'));
  const [front = 0, frontApi = 0, redisPort = 0, bucketPort = 0] = await freePorts();
  const [site2 = 0, api2 = 0, databasePort = 0] = await freePorts();
  const [releasesPort = 0, frontReleases = 0, releasesPort2 = 0] = await freePorts();
  const redis = redisAt(redisPort);
  const [bucket, database] = await Promise.all([
    bucketAt(bucketPort, other?.releases),
    postgresAt(databasePort),
    redis.start(),
    packageAll(folder, ['site', 'api', 'sandbox']),
  ]);
  const program = (which: string): Program => ({
    args: ['server.js'],
    cwd: path.join(other?.folders ?? folder, which),
    env: { PATH: process.env['PATH'], HOME: folder },
  });
  const urls = { site: `http://localhost:${front}`, api: `http://localhost:${frontApi}` };
  const programs = { site: program('site'), api: program('api'), sandbox: program('sandbox') };
  const common = {
    SITE_URL: urls.site,
    API_URL: urls.api,
    DATABASE_URL: database.url,
    ...bucket.env.site,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    TRUSTED_PROXIES: '2', // nginx, and the test that sets client addresses
    DRAIN_SECONDS: '1',
    LOCAL_SOCKET: 'off',
    STATUS_TOKEN: randomBytes(32).toString('hex'),
    ...other?.env,
  };
  const site = await startSite(common, 'ours', programs);
  const log = (line: string) => site.lines.push(line);
  const ports = {
    site: [Number(new URL(site.urls.site).port), site2],
    api: [Number(new URL(site.urls.api).port), api2],
  } as const;
  const second = (kind: 'site' | 'api', port: number): Member => {
    let service: Service | undefined;
    const instanceEnv =
      kind === 'site'
        ? { PORT: String(port), LAST_GOOD_FOLDER: `${site.lastGood}-2` }
        : { API_PORT: String(port) };
    return {
      name: `${kind} 2`,
      async start() {
        const url = `http://localhost:${port}/healthz`;
        service = await startService({
          name: `${kind} 2`,
          program: programs[kind],
          env: { ...site.env, ...instanceEnv },
          readyUrl: url,
          log,
        });
      },
      stop: async () => service?.stop(),
      kill: async () => service?.kill(),
    };
  };
  const first = (kind: 'site' | 'api'): Member => ({
    name: `${kind} 1`,
    start: () => site.restart(kind),
    stop: () => site.services[kind].stop(),
    kill: () => site.services[kind].kill(),
  });
  const secondMembers = [second('site', site2), second('api', api2)] as const;
  await Promise.all(secondMembers.map((member) => member.start()));
  const proxy = await startBalancer({
    site: { at: front, of: [...ports.site] },
    api: { at: frontApi, of: [...ports.api] },
    releases: { at: frontReleases, of: releasesPort },
  });
  const { nginx } = proxy;
  if (!nginx) throw new Error('a fleet stands behind nginx');
  let packaging: Promise<unknown> | undefined;
  const releaseServerAt = (port: number, publicPort: number) =>
    releaseServer({
      folder,
      package: () => (packaging ??= packageAll(folder, ['releases'])),
      url: `http://localhost:${port}`,
      env: {
        ...bucket.env['release server'],
        RELEASES_PORT: String(port),
        RELEASES_URL: `http://localhost:${publicPort}`,
        RELEASES_TRUST: trusted(),
        SITE_URL: urls.site,
        PREVIEW_SECRET: site.env['PREVIEW_SECRET'] ?? '',
        STATUS_TOKEN: common.STATUS_TOKEN,
        STATUS_URL: site.urls.site,
        ...releasesEnv,
      },
      log,
    });
  const releases = releaseServerAt(releasesPort, frontReleases);
  const releases2 = releaseServerAt(releasesPort2, releasesPort2);
  return {
    site,
    urls: { ...urls, sandbox: site.urls.sandbox },
    store: bucket.store,
    processes: [first('site'), secondMembers[0], first('api'), secondMembers[1]],
    use(version) {
      const from = version === 'this' ? folder : (other?.folders ?? folder);
      for (const kind of ['site', 'api'] as const) programs[kind].cwd = path.join(from, kind);
    },
    redis,
    bucket,
    database,
    nginx: { ...nginx, name: 'nginx', stop: nginx.kill },
    releases: { ...releases, url: `http://localhost:${frontReleases}` },
    releases2: { ...releases2, name: 'release server 2', url: `http://localhost:${releasesPort2}` },
    async stop() {
      await proxy.stop();
      await Promise.all([
        site.stop(),
        releases.stop(),
        releases2.stop(),
        ...secondMembers.map((member) => member.stop()),
      ]);
      await Promise.all([redis.stop(), bucket.stop(), database.remove()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function releaseServer(of: {
  folder: string;
  /** Called before each start, because few tests need the release server. */
  package(): Promise<unknown>;
  url: string;
  env: Record<string, string>;
  log(line: string): void;
}): Member {
  let service: Service | undefined;
  const program = {
    args: ['server.js'],
    cwd: path.join(of.folder, 'releases'),
    env: {
      PATH: process.env['PATH'],
      HOME: of.folder,
      CHROMIUM_PATH: process.env['CHROMIUM_PATH'],
    },
  };
  return {
    name: 'the release server',
    async start() {
      await of.package();
      service = await startService({
        name: 'releases',
        program,
        env: of.env,
        readyUrl: `${of.url}/readyz`,
        log: of.log,
      });
    },
    stop: async () => service?.stop(),
    kill: async () => service?.kill(),
  };
}
