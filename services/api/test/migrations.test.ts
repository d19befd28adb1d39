import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migratePglite, migratePostgres } from '../src/core/db/migrate';
import { openDatabase } from '../src/core/db/open';
import * as schema from '../src/core/db/schema';
import { testDatabases } from './databases';

const migrations = path.join(import.meta.dirname, '../src/core/db/migrations');
const files = readdirSync(migrations).filter((file) => file.endsWith('.sql'));
const extensions = { btree_gist };
/** Blank database, created once because that takes seconds. */
const blank = await PGlite.create('memory://', { extensions });
const empty = await blank.dumpDataDir('none');
const newDatabase = () => PGlite.create('memory://', { extensions, loadDataDir: empty });
afterAll(() => blank.close());

/** Columns, constraints (unnamed) and indexes of a database. */
async function readShape(database: PGlite): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(`
    SELECT format('%s.%s %s %s default %s', table_name, column_name, udt_name, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT format('%s: %s', conrelid::regclass, replace(pg_get_constraintdef(oid), ' NOT VALID', ''))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'x' AND conrelid <> 0
    UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = 'public'::regnamespace AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`);
  return rows.map(({ line }) => line).sort();
}

test("creates the schema's tables, constraints and indexes", async () => {
  const migrated = await newDatabase();
  await migratePglite(drizzle(migrated));
  const declared = await newDatabase();
  const nothing = generateDrizzleJson({});
  for (const statement of await generateMigration(nothing, generateDrizzleJson(schema, nothing.id)))
    await declared.exec(statement);
  expect(await readShape(declared)).toEqual(await readShape(migrated));
  await Promise.all([migrated.close(), declared.close()]);
});

test('indexes foreign keys to users and those that cascade', async () => {
  const migrated = await newDatabase();
  await migratePglite(drizzle(migrated));
  const { rows } = await migrated.query<{ line: string }>(`
    SELECT format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) AS line
      FROM pg_constraint WHERE contype = 'f' AND (confrelid = 'users'::regclass OR confdeltype = 'c')
      AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1] AND indpred IS NULL)`);
  expect(rows.map(({ line }) => line)).toEqual([]);
  await migrated.close();
});

test("matches the journal and drizzle's snapshot", () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(path.join(migrations, 'meta', file), 'utf8'));
  const { entries } = read('_journal.json') as {
    entries: { idx: number; tag: string; when: number }[];
  };
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files);
  expect(entries.map(({ when }) => when)).toEqual(
    entries.map(({ when }) => when).sort((a, b) => a - b),
  );
  expect(new Set(entries.map(({ when }) => when)).size).toBe(entries.length);
  // drizzle-kit numbers the next migration by `idx`; a lower one overwrites the snapshot of an older migration
  expect(entries.at(-1)?.idx).toBe(Number(entries.at(-1)?.tag.slice(0, 4)));
  const { id, prevId, ...snapshot } = read(
    readdirSync(path.join(migrations, 'meta'))
      .sort()
      .findLast((file) => file.endsWith('_snapshot.json')) ?? '',
  );
  expect(JSON.parse(JSON.stringify(generateDrizzleJson(schema)))).toMatchObject(snapshot);
});

const [, postgres] = await testDatabases();
test.skipIf(!postgres)('migrates PostgreSQL once for concurrent processes', async () => {
  if (!postgres) return;
  const { location, drop } = await postgres.create();
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(location)));
  for (const { db } of opened) {
    const { rows } = (await db.execute(
      'SELECT 1 FROM drizzle.__drizzle_migrations',
    )) as unknown as { rows: unknown[] };
    expect(rows).toHaveLength(files.length);
  }
  await Promise.all(opened.map(({ close }) => close()));
  await drop();
});

/** Copy of the migrations with one more. */
function addMigration(statement: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-migrations-'));
  cpSync(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'added' });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(path.join(folder, 'added.sql'), statement);
  return folder;
}

test.skipIf(!postgres)('leaves a table to its readers while a backup locks it', async () => {
  if (!postgres) return;
  const { location, drop } = await postgres.create();
  const { url } = location as { url: string };
  const folder = addMigration('ALTER TABLE bookings ADD COLUMN added integer');
  const backup = new pg.Client({ connectionString: url });
  const reader = new pg.Client({ connectionString: url, query_timeout: 5000 });
  await Promise.all([backup.connect(), reader.connect()]);
  try {
    await backup.query('BEGIN');
    await backup.query('LOCK TABLE bookings IN ACCESS SHARE MODE');
    const migrated = migratePostgres(url, 5000, folder);
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1);
    await reader.query('SELECT FROM bookings');
    await backup.query('COMMIT');
    await migrated;
    await reader.query('SELECT added FROM bookings');
  } finally {
    await Promise.all([backup.end(), reader.end()]);
    rmSync(folder, { recursive: true });
    await drop();
  }
});

test.skipIf(!postgres)('migrates again after a deadlock', async () => {
  if (!postgres) return;
  const { location, drop } = await postgres.create();
  const { url } = location as { url: string };
  const folder = addMigration(
    "DO $$ BEGIN IF nextval('tries') = 1 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; END $$",
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE SEQUENCE tries'); // keeps its value after a rollback
    await migratePostgres(url, 5000, folder);
    expect((await client.query('SELECT last_value FROM tries')).rows).toEqual([
      { last_value: '2' },
    ]);
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
    await drop();
  }
});
