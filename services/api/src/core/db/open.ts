import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleLite } from 'drizzle-orm/pglite';
import { type Listen, listenOnPostgres } from './listen';
import { lockFolder } from './lock';
import { migratePglite, migratePostgres } from './migrate';
import { createPool, defaultTimeouts } from './pool';
import * as schema from './schema';
import { scrubDatabaseErrors } from './scrub';

export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  db: Database;
  kind: 'PGlite' | 'PostgreSQL';
  listen: Listen;
  close(): Promise<void>;
}

export type DatabaseLocation = { url: string } | { folder: string } | { memory: Blob | 'empty' };

/** Opens a database and migrates it unless told not to. A PGlite folder is locked against a second process. */
export async function openDatabase(
  location: DatabaseLocation,
  timeouts = defaultTimeouts,
  { migrate = true } = {},
): Promise<OpenDatabase> {
  scrubDatabaseErrors();
  if ('url' in location) {
    if (migrate) await migratePostgres(location.url, timeouts.connectMs);
    const pool = createPool(location.url, timeouts);
    const db = drizzlePg(pool, { schema }) as unknown as Database;
    return {
      db,
      kind: 'PostgreSQL',
      listen: listenOnPostgres(location.url),
      close: () => pool.end(),
    };
  }
  let unlock = () => {};
  if ('folder' in location) {
    mkdirSync(location.folder, { recursive: true });
    keepPrivate(location.folder);
    unlock = await lockFolder(location.folder);
  }
  const place =
    'folder' in location
      ? { dataDir: path.join(location.folder, 'pglite') }
      : {
          dataDir: 'memory://',
          ...(location.memory !== 'empty' && { loadDataDir: location.memory }),
        };
  const lite = await PGlite.create({ ...place, extensions: { btree_gist } });
  if (migrate) await migratePglite(drizzleLite(lite));
  const db = drizzleLite(lite, { schema }) as unknown as Database;
  if ('folder' in location) keepPrivate(location.folder);
  return {
    db,
    kind: 'PGlite',
    listen: async (channel, heard) => lite.listen(channel, heard),
    close: async () => {
      await lite.close();
      unlock();
    },
  };
}

function keepPrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name);
    if (entry.isDirectory()) keepPrivate(inner);
    else if (entry.isFile()) chmodSync(inner, 0o600);
  }
}
