import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../src/core/db/open';
import { adminUrl, createPostgres } from './postgres';

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
  const create = async () => {
    const { url, drop } = await createPostgres(
      admin,
      `carry_test_${randomBytes(6).toString('hex')}`,
      inject('migratedDatabase'),
    );
    return { location: { url }, drop };
  };
  return [lite, { name: 'PostgreSQL', create }];
}
