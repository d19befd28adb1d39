import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, expect, test } from 'vitest';
import { migratePglite } from '../src/core/db/migrate';
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
async function shapeOf(database: PGlite): Promise<string[]> {
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
  expect(await shapeOf(declared)).toEqual(await shapeOf(migrated));
  await Promise.all([migrated.close(), declared.close()]);
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
