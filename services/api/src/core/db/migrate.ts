import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { log } from '../process/log';
import { isLockTimeout, isRetryable } from './errors';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');
const LOCK = 0x43415252; // arbitrary, equal in every process
export const MIGRATION_MS = 600_000;
/** Short, because all later statements on a table queue behind a migration that waits for it. */
const TABLE_LOCK_MS = 1000;
const RETRY_MS = 2000;

/** Migrates a PostgreSQL database on a separate connection, one process at a time. Retries while a backup or a long transaction locks a table. */
export async function migratePostgres(
  url: string,
  connectMs: number,
  folder = migrationsFolder,
): Promise<void> {
  const deadline = performance.now() + MIGRATION_MS;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    statement_timeout: MIGRATION_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const db = drizzle(client);
    await db.execute(sql`SELECT pg_advisory_lock(${LOCK})`); // held until the connection closes
    await db.execute(sql.raw(`SET lock_timeout = ${TABLE_LOCK_MS}`)); // not for the lock above
    while (!(await tryMigration(db, folder))) {
      if (performance.now() > deadline)
        throw new Error(
          'migration could not lock a table within ten minutes; wait for a running backup, then start again',
        );
      log.warn('migration blocked by a table lock; retrying');
      await sleep(RETRY_MS);
    }
  } finally {
    await client.end();
  }
}

/** Returns false if the migration, one transaction, was rolled back because it could not lock a table or was in a deadlock. */
async function tryMigration(db: NodePgDatabase, folder: string): Promise<boolean> {
  try {
    await migratePg(db, { migrationsFolder: folder });
    return true;
  } catch (error) {
    if (isLockTimeout(error) || isRetryable(error)) return false;
    throw error;
  }
}

export async function migratePglite(db: PgliteDatabase): Promise<void> {
  await migrateLite(db, { migrationsFolder });
}
