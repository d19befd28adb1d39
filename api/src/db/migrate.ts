import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema';

const folder = path.join(import.meta.dirname, 'migrations');
const LOCK = 0x43415252; // any constant; the same in every process

/** Runs the SQL migrations that the database does not have yet, in the order of their names. */
export async function migrate(
  db: Pick<PgDatabase<PgQueryResultHKT, typeof schema>, 'execute'>,
  runScript: (script: string) => Promise<unknown>,
): Promise<void> {
  await runScript('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  for (const file of files) {
    const known = await db.execute(sql`SELECT 1 FROM migrations WHERE name = ${file}`);
    if ((known as unknown as { rows: unknown[] }).rows.length > 0) continue;
    const script = readFileSync(path.join(folder, file), 'utf8');
    // One statement, so that both drivers run it whole or not at all; a second process waits and then finds it done.
    const once = `IF NOT EXISTS (SELECT 1 FROM migrations WHERE name = '${file}') THEN ${script} INSERT INTO migrations (name) VALUES ('${file}'); END IF;`;
    await runScript(`DO $migration$ BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); ${once} END $migration$`);
  }
}
