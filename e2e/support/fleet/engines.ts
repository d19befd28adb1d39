// Redis and an S3 bucket, each of which can be stopped and restarted.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { Store } from '@carry/releases';
import { conformingS3, type Policy, S3Store } from '@carry/releases/testing/bucket';
import { root } from 'workspace';
import { publishedStore } from '../site/global-setup';
import { signedStore } from '../site/keys';
import { hasNginx } from './front-proxy';
import type { Member } from './member';
import { postgresFolder } from './postgres';

const REDIS_SERVER = '/usr/bin/redis-server';
const REGION = 'us-east-1';
const sitePolicy = path.join(root, 'deploy/bucket/site.json');

/** Returns why this machine cannot run a fleet, or null. */
export function whyNoFleet(): string | null {
  if (!hasNginx()) return 'nginx is not installed';
  if (!existsSync(REDIS_SERVER)) return 'redis-server is not installed';
  return postgresFolder() === null ? 'PostgreSQL is not installed' : null;
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

export interface Bucket extends Member {
  /** Signs as the teams and the operator. */
  store: Store;
  /** Environment for read access of sites, and for full access of the release server. */
  env: Record<'site' | 'release server', Record<string, string>>;
}

/** Starts an S3 server with conditional writes and the published releases. */
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
  const getEnv = (accessKeyId: string) => ({
    RELEASES_STORE: 's3://carry/releases',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: REGION,
    AWS_ENDPOINT_URL_S3: endpoint,
  });
  const config = { region: REGION, endpoint, credentials, forcePathStyle: true };
  return {
    name: 'the bucket',
    start,
    stop: kill,
    kill,
    store: signedStore(new S3Store('carry', 'releases', config)),
    env: { site: getEnv('site'), 'release server': getEnv(credentials.accessKeyId) },
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
