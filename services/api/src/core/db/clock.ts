import { sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from './open';

/** Longer round trips are too inexact to set a clock by. */
const MAX_ROUND_TRIP_MS = 2000;

/** The time on which all APIs of an installation agree. */
export interface DatabaseClock {
  now(): Date;
  /** Reads the database's clock again. */
  synchronize(): Promise<void>;
}

/**
 * Resolves with the database's clock. Between two readings it advances with the process's monotonic clock,
 * so a wrong or stepping system clock of one machine shifts no lease, leeway or undo. PGlite shares its process's clock.
 */
export async function createDatabaseClock({
  db,
  kind,
}: Pick<OpenDatabase, 'db' | 'kind'>): Promise<DatabaseClock> {
  if (kind === 'PGlite') return { now: () => new Date(), synchronize: async () => {} };
  let epochMs = await readEpoch(db);
  if (epochMs === null) throw new Error('the database took over 2 s to tell its time; start again');
  return {
    now: () => new Date(Math.round((epochMs ?? 0) + performance.now())),
    async synchronize() {
      epochMs = (await readEpoch(db)) ?? epochMs;
    },
  };
}

/** Returns the database's time at which `performance.now()` was 0, in ms; null after a round trip that was too long. */
async function readEpoch(db: Database): Promise<number | null> {
  const sentAt = performance.now();
  const { rows } = (await db.execute(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  )) as unknown as { rows: { ms: number }[] };
  const receivedAt = performance.now();
  if (receivedAt - sentAt > MAX_ROUND_TRIP_MS) return null;
  return Number(rows[0]?.ms) - (sentAt + receivedAt) / 2;
}
