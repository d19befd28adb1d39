// An installation as docs/operations.md describes it: two of each behind nginx, on PostgreSQL, Redis and a bucket.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { conformingS3 } from '@carry/releases/testing/bucket';
import pg from 'pg';
import { packageAll } from 'workspace/package';
import { freePorts, type Program, type Service, startService } from 'workspace/process';
import { startBalancer } from './balancer';
import { type Site, startSite } from './fixtures';
import { hasNginx } from './front-proxy';
import { publishedStore } from './global-setup';

const ADMIN = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS_SERVER = '/usr/bin/redis-server';

/** A part of the installation that can be ended, politely or not, and started again. */
export interface Member {
  name: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface Fleet {
  site: Site;
  urls: { site: string; api: string; sandbox: string };
  /** Two sites and two APIs. */
  processes: Member[];
  redis: Member;
  bucket: Member;
  /** Ends every connection to the database, and refuses new ones until it is started. */
  database: Member;
  stop(): Promise<void>;
}

/** Why this machine cannot run it, or null. */
export async function whyNoFleet(): Promise<string | null> {
  if (!hasNginx()) return 'nginx is not installed';
  if (!existsSync(REDIS_SERVER)) return 'redis-server is not installed';
  const client = new pg.Client({ connectionString: ADMIN, connectionTimeoutMillis: 2000 });
  return client.connect().then(
    async () => {
      await client.end();
      return null;
    },
    () => 'no PostgreSQL answers',
  );
}

const run = async (sql: string) => {
  const client = new pg.Client({ connectionString: ADMIN });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

const listen = (server: net.Server | Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

/** A way to the database that can be cut. */
function tunnel(port: number): Member & { url(name: string): string } {
  const { hostname, port: far, username, password } = new URL(ADMIN);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const away = net.connect(Number(far || 5432), hostname);
    for (const [one, other] of [
      [near, away],
      [away, near],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => other.destroy() && sockets.delete(one));
      one.pipe(other);
    }
  });
  const kill = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const user = password ? `${username}:${password}` : username;
  return {
    name: 'the database',
    start: () => listen(server, port),
    stop: kill,
    kill,
    url: (name) => `postgres://${user}@127.0.0.1:${port}/${name}`,
  };
}

/** An S3 server that honours conditions on writes, with what was published in it. */
async function bucketAt(port: number): Promise<Member> {
  const answer = conformingS3();
  let server = createServer(answer);
  const start = () => listen(server, port);
  await start();
  for (const entry of readdirSync(publishedStore, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(publishedStore, file);
    await fetch(`http://127.0.0.1:${port}/carry/releases/${key}`, {
      method: 'PUT',
      body: readFileSync(file),
    });
  }
  const kill = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    server = createServer(answer);
  };
  return { name: 'the bucket', start, stop: kill, kill };
}

function redisAt(port: number): Member {
  let child: ReturnType<typeof spawn> | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill(signal);
    await gone;
  };
  return {
    name: 'Redis',
    async start() {
      const args = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
      ];
      child = spawn(REDIS_SERVER, args, { stdio: 'ignore' });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

export async function startFleet(): Promise<Fleet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-fleet-'));
  const [front = 0, frontApi = 0, redisPort = 0, bucketPort = 0] = await freePorts();
  const [site2 = 0, api2 = 0, databasePort = 0] = await freePorts();
  const name = `carry_fleet_${randomBytes(4).toString('hex')}`;
  await run(`CREATE DATABASE ${name}`);
  const redis = redisAt(redisPort);
  const database = tunnel(databasePort);
  const [bucket] = await Promise.all([
    bucketAt(bucketPort),
    redis.start(),
    database.start(),
    packageAll(folder, ['site', 'api', 'sandbox']),
  ]);
  const program = (which: string): Program => ({
    args: ['server.js'],
    cwd: path.join(folder, which),
    env: { PATH: process.env['PATH'], HOME: folder },
  });
  const urls = { site: `http://localhost:${front}`, api: `http://localhost:${frontApi}` };
  const programs = { site: program('site'), api: program('api'), sandbox: program('sandbox') };
  const common = {
    SITE_URL: urls.site,
    API_URL: urls.api,
    DATABASE_URL: database.url(name),
    RELEASES_STORE: 's3://carry/releases',
    AWS_ACCESS_KEY_ID: 'carry',
    AWS_SECRET_ACCESS_KEY: randomBytes(16).toString('hex'),
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${bucketPort}`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    TRUSTED_PROXIES: '2', // nginx, and the test that says where its visitors are
    DRAIN_SECONDS: '1',
    LOCAL_SOCKET: 'off',
    STATUS_TOKEN: randomBytes(32).toString('hex'),
  };
  const site = await startSite(common, 'ours', programs);
  const log = (line: string) => site.lines.push(line);
  const ports = {
    site: [Number(new URL(site.urls.site).port), site2],
    api: [Number(new URL(site.urls.api).port), api2],
  } as const;
  /** The second of a kind. */
  const second = (kind: 'site' | 'api', port: number): Member => {
    let service: Service | undefined;
    const own =
      kind === 'site'
        ? { PORT: String(port), LAST_GOOD_FOLDER: `${site.lastGood}-2` }
        : { API_PORT: String(port) };
    return {
      name: `${kind} 2`,
      async start() {
        const url = `http://localhost:${port}/healthz`;
        service = await startService(
          `${kind} 2`,
          programs[kind],
          { ...site.env, ...own },
          url,
          log,
        );
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
  const others = [second('site', site2), second('api', api2)] as const;
  await Promise.all(others.map((member) => member.start()));
  const proxy = await startBalancer({
    site: { at: front, of: [...ports.site] },
    api: { at: frontApi, of: [...ports.api] },
  });
  return {
    site,
    urls: { ...urls, sandbox: site.urls.sandbox },
    processes: [first('site'), others[0], first('api'), others[1]],
    redis,
    bucket,
    database,
    async stop() {
      await proxy.stop();
      await Promise.all([site.stop(), ...others.map((member) => member.stop())]);
      await Promise.all([redis.stop(), bucket.stop(), database.stop()]);
      await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
