import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { isAttempted, outbox } from '../../core/db/schema';

export async function isUndelivered(db: Database, address: string): Promise<boolean> {
  const [last] = await db
    .select({ failedAt: outbox.failedAt, failure: outbox.failure })
    .from(outbox)
    .where(and(eq(sql`lower(${outbox.recipient})`, address.toLowerCase()), isAttempted))
    .orderBy(desc(outbox.id))
    .limit(1);
  return Boolean(last?.failedAt && last.failure);
}

export const undeliveredWords = (address: string): string =>
  `We couldn't deliver email to ${address}. Check the address.`;
