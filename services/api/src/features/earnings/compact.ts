import { sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { repeat } from '../../core/process/repeat';

const EVERY_MS = 15_000;

/** Replaces the rows of each month that has new ones with their sum. Safe to run in several processes. */
export async function compactMonths(db: Database): Promise<void> {
  await db.execute(sql`
    WITH removed AS (
      DELETE FROM ledger_months
       WHERE (coach_id, month) IN (SELECT coach_id, month FROM ledger_months WHERE NOT compacted)
      RETURNING *)
    INSERT INTO ledger_months (coach_id, month, bookings, paid_cents, commission_cents, refunded_cents, paid_out_cents,
        pending_cents, compacted)
      SELECT coach_id, month, sum(bookings), sum(paid_cents), sum(commission_cents), sum(refunded_cents),
          sum(paid_out_cents), sum(pending_cents), true
        FROM removed GROUP BY coach_id, month`);
}

export const runCompaction = ({ db }: Dependencies) =>
  repeat(EVERY_MS, 'compacting the months of earnings', () => compactMonths(db));
