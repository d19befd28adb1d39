import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');
const LOCK = 0x43415252; // any constant; the same in every process, and in those of before that migrated by hand
/** A migration may take its time. */
const STATEMENT_MS = 600_000;

/** Brings a PostgreSQL database up to date, on a connection of its own, one process at a time. */
export async function migratePostgres(url: string, connectMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    statement_timeout: STATEMENT_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const db = drizzle(client);
    await db.execute(sql`SELECT pg_advisory_lock(${LOCK})`); // until the connection ends
    await adoptNames(db);
    await migratePg(db, { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** Brings the embedded database up to date. */
export async function migratePglite(db: PgliteDatabase): Promise<void> {
  await adoptNames(db);
  await migrateLite(db, { migrationsFolder });
}

interface Executor {
  execute(query: ReturnType<typeof sql>): PromiseLike<{ rows: unknown[] }>;
}

/** Installations from before drizzle's migrator know what they have had by name, in a table of their own: it is told to that migrator, once. */
async function adoptNames(db: Executor): Promise<void> {
  const [before] = (await db.execute(sql`SELECT to_regclass('migrations') IS NOT NULL AS named`))
    .rows as { named: boolean }[];
  if (!before?.named) return;
  await db.execute(sql`CREATE SCHEMA IF NOT EXISTS drizzle`);
  await db.execute(
    sql`CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  const names = (
    (await db.execute(sql`SELECT name FROM migrations`)).rows as { name: string }[]
  ).map(({ name }) => name);
  const journal = JSON.parse(
    readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as { entries: { tag: string }[] };
  const had = readMigrationFiles({ migrationsFolder }).filter((_, index) =>
    names.includes(`${journal.entries[index]?.tag}.sql`),
  );
  if (had.length === 0) return;
  const rows = had.map(({ hash, folderMillis }) => sql`(${hash}, ${folderMillis}::bigint)`);
  await db.execute(
    sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) SELECT * FROM (VALUES ${sql.join(rows, sql`, `)}) AS had
        WHERE NOT EXISTS (SELECT 1 FROM drizzle.__drizzle_migrations)`,
  );
}
