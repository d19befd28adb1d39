// What an installation stands on: PostgreSQL, Redis and a bucket, each of which can be ended and started again.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import type { Store } from '@carry/releases';
import { conformingS3, type Policy, S3Store } from '@carry/releases/testing/bucket';
import pg from 'pg';
import { root } from 'workspace';
import { hasNginx } from './front-proxy';
import { publishedStore } from './global-setup';
import { signedStore } from './keys';

const ADMIN = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS_SERVER = '/usr/bin/redis-server';
const REGION = 'us-east-1';
const sitePolicy = path.join(root, 'deploy/bucket/site.json');

/** A part of the installation that can be ended, politely or not, and started again. */
export interface Member {
  name: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
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

/** Runs a command of the database server's own. */
export const run = async (sql: string) => {
  const client = new pg.Client({ connectionString: ADMIN });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

const listen = (server: net.Server | Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

/** A way to the database that can be cut. */
export function tunnel(port: number): Member & { url(name: string): string } {
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

export interface Bucket extends Member {
  /** The releases in it, as their teams and the operator write them. */
  store: Store;
  /** What a site needs to read it, and to write what sites write. */
  env: Record<string, string>;
}

/** An S3 server that honours conditions on writes, with what was published in it. */
export async function bucketAt(port: number, releases = publishedStore): Promise<Bucket> {
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'carry', secretAccessKey: randomBytes(16).toString('hex') };
  const answer = conformingS3({ site: JSON.parse(readFileSync(sitePolicy, 'utf8')) as Policy });
  let server = createServer(answer);
  const start = () => listen(server, port);
  await start();
  for (const entry of readdirSync(releases, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(releases, file);
    await fetch(`${endpoint}/carry/releases/${key}`, {
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
  const config = { region: REGION, endpoint, credentials, forcePathStyle: true };
  return {
    name: 'the bucket',
    start,
    stop: kill,
    kill,
    store: signedStore(new S3Store('carry', 'releases', config)),
    env: {
      RELEASES_STORE: 's3://carry/releases',
      AWS_ACCESS_KEY_ID: 'site',
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL_S3: endpoint,
    },
  };
}

export function redisAt(port: number): Member {
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
