import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type DatabaseLocation, openDatabase } from '../src/core/db/open';

const reachable = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({ host, port, timeout: 500 });
    socket.once('connect', () => resolve(socket.destroy() && true));
    for (const event of ['error', 'timeout'])
      socket.once(event, () => resolve(socket.destroy() && false));
  });

async function adminUrl(): Promise<string | null> {
  if (process.env['TEST_DATABASE_URL']) return process.env['TEST_DATABASE_URL'];
  const url = 'postgres://postgres@127.0.0.1:5432/postgres';
  if (!(await reachable('127.0.0.1', 5432))) return null;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  return client.connect().then(
    async () => {
      await client.end();
      return url;
    },
    () => null,
  );
}

const cache = path.join(import.meta.dirname, '../node_modules/.cache');
const NAME = 'pglite-';

/** Migrated PGlite dump, cached between runs: creating it takes seconds. */
async function blankDirectory(): Promise<Blob> {
  const migrations = path.join(import.meta.dirname, '../src/core/db/migrations');
  const hash = createHash('sha256').update(
    createRequire(import.meta.url).resolve('@electric-sql/pglite'),
  );
  for (const file of readdirSync(migrations, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(sql|json)$/.test(file))
    .sort())
    hash.update(`${file}\0`).update(readFileSync(path.join(migrations, file)));
  const file = path.join(cache, `${NAME}${hash.digest('hex').slice(0, 12)}.tar`);
  try {
    return new Blob([readFileSync(file)]);
  } catch {}
  const { db, close } = await openDatabase({ memory: 'empty' });
  const dump = await (db as unknown as { $client: PGlite }).$client.dumpDataDir('none');
  await close();
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache))
    if (old.startsWith(NAME) && old.endsWith('.tar'))
      rmSync(path.join(cache, old), { force: true });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, Buffer.from(await dump.arrayBuffer()));
  renameSync(part, file);
  return dump;
}

/** Databases to test on: PGlite, and PostgreSQL if it is running. */
export async function testDatabases(): Promise<
  {
    name: string;
    create: () => Promise<{ location: DatabaseLocation; drop: () => Promise<void> }>;
  }[]
> {
  const admin = await adminUrl();
  console.log(
    admin
      ? 'API tests run on PGlite and on PostgreSQL'
      : 'API tests run on PGlite; no PostgreSQL answers',
  );
  const lite = {
    name: 'PGlite',
    create: async () => ({ location: { memory: await blankDirectory() }, drop: async () => {} }),
  };
  if (!admin) return [lite];
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const create = async () => {
    const name = `carry_test_${randomBytes(6).toString('hex')}`;
    await run(`CREATE DATABASE ${name}`);
    const url = new URL(admin);
    url.pathname = `/${name}`;
    return { location: { url: url.href }, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
  };
  return [lite, { name: 'PostgreSQL', create }];
}
