import path from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');
const LOCK = 0x43415252; // arbitrary, equal in every process
const STATEMENT_MS = 600_000;

/** Migrates a PostgreSQL database on a separate connection, one process at a time. */
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
    await db.execute(sql`SELECT pg_advisory_lock(${LOCK})`); // held until the connection closes
    await migratePg(db, { migrationsFolder });
  } finally {
    await client.end();
  }
}

export async function migratePglite(db: PgliteDatabase): Promise<void> {
  await migrateLite(db, { migrationsFolder });
}
