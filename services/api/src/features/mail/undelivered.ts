import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { outbox } from '../../core/db/schema';

/** Whether the last mail to an address was given up, so that its owner waits in vain. */
export async function isUndelivered(db: Database, address: string): Promise<boolean> {
  const [last] = await db
    .select({ failedAt: outbox.failedAt, failure: outbox.failure })
    .from(outbox)
    .where(
      and(
        eq(sql`lower(${outbox.recipient})`, address.toLowerCase()),
        or(isNotNull(outbox.sentAt), isNotNull(outbox.failedAt)),
      ),
    )
    .orderBy(desc(outbox.id))
    .limit(1);
  return Boolean(last?.failedAt && last.failure);
}

/** The sentence for the person concerned. */
export const undeliveredWords = (address: string): string =>
  `We couldn't deliver mail to ${address}. Check the address.`;
