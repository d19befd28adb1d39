import { sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from './open';

/** Longer round trips are too inaccurate. */
const MAX_ROUND_TRIP_MS = 2000;

export interface DatabaseClock {
  now(): Date;
  synchronize(): Promise<void>;
}

/** Resolves with the database's clock. Monotonic time advances it between two readings, so a wrong system clock shifts no lease or undo. */
export async function createDatabaseClock({
  db,
  kind,
}: Pick<OpenDatabase, 'db' | 'kind'>): Promise<DatabaseClock> {
  if (kind === 'PGlite') return { now: () => new Date(), synchronize: async () => {} };
  let epochMs = await readEpoch(db);
  if (epochMs === null)
    throw new Error(
      "reading the database's clock took over 2 s; check the database and start again",
    );
  return {
    now: () => new Date(Math.round((epochMs ?? 0) + performance.now())),
    async synchronize() {
      epochMs = (await readEpoch(db)) ?? epochMs;
    },
  };
}

/** Returns the database's time at which `performance.now()` was 0, in ms; null after a round trip that was too slow. */
async function readEpoch(db: Database): Promise<number | null> {
  const sentAt = performance.now();
  const { rows } = (await db.execute(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  )) as unknown as { rows: { ms: number }[] };
  const receivedAt = performance.now();
  if (receivedAt - sentAt > MAX_ROUND_TRIP_MS) return null;
  return Number(rows[0]?.ms) - (sentAt + receivedAt) / 2;
}
