import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleLite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { lockFolder } from './lock';
import { migrate } from './migrate';
import * as schema from './schema';

/** The database, whichever of the two drivers is behind it; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  db: Database;
  kind: 'PGlite' | 'PostgreSQL';
  close(): Promise<void>;
}

export type DatabaseLocation = { url: string } | { folder: string } | 'memory';

/** Opens PostgreSQL by URL, or PGlite in a folder (locked against a second process) or in memory, and brings its tables up to date. */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  if (typeof location === 'object' && 'url' in location) {
    const pool = new pg.Pool({ connectionString: location.url, max: 20 });
    pool.on('error', (error) => console.error(`database connection lost: ${error.message}`));
    const db = drizzlePg(pool, { schema }) as unknown as Database;
    await migrate(db, (script) => pool.query(script));
    return { db, kind: 'PostgreSQL', close: () => pool.end() };
  }
  let unlock = () => {};
  if (location !== 'memory') {
    mkdirSync(location.folder, { recursive: true });
    unlock = lockFolder(location.folder);
  }
  const dataDir = location === 'memory' ? undefined : path.join(location.folder, 'pglite');
  const lite = await PGlite.create({ dataDir, extensions: { btree_gist } });
  const db = drizzleLite(lite, { schema }) as unknown as Database;
  await migrate(db, (script) => lite.exec(script));
  return {
    db,
    kind: 'PGlite',
    close: async () => {
      await lite.close();
      unlock();
    },
  };
}
