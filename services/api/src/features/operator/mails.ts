import { and, desc, eq, isNull } from 'drizzle-orm';
import { outbox } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { LEASE_MS } from '../mail/outbox';
import { belowId, MAX_LISTED } from './search';

type Mail = typeof outbox.$inferSelect;

/** Whether a mail can still be sent: its text is kept for a week after it was given up, and some are of no use after a while. */
const isSendable = ({ body, discardAfter }: Mail, now: Date) =>
  body !== '' && (discardAfter === null || discardAfter > now);

const list: Handler<'GET /api/operator/mails/'> = async ({ db, now }, { query: { below } }) => {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(isNull(outbox.sentAt), belowId(below, outbox.id)))
    .orderBy(desc(outbox.id))
    .limit(MAX_LISTED);
  return rows.map((mail) => ({
    id: mail.id,
    recipient: mail.recipient,
    subject: mail.subject,
    state: mail.failedAt ? ('failed' as const) : ('waiting' as const),
    attempts: mail.attempts,
    failure: mail.failure,
    created_at: mail.createdAt.toISOString(),
    sendable: isSendable(mail, now()),
  }));
};

/** One that is due soon may be on its way right now, or is held until it cannot be taken back any more: it is left alone. */
const send: Handler<'POST /api/operator/mails/{id}/send/'> = async ({ db, now }, { params }) =>
  db.transaction(async (tx) => {
    const [mail] = await tx.select().from(outbox).where(eq(outbox.id, params.id)).for('update');
    if (!mail) throw notFound();
    const current = now();
    if (mail.sentAt) throw new Problem(409, 'This mail is sent.');
    if (!isSendable(mail, current))
      throw new Problem(
        409,
        'This mail can no longer be sent: its text is deleted, or out of date.',
      );
    if (!mail.failedAt && mail.nextAttemptAt.getTime() <= current.getTime() + LEASE_MS)
      return { detail: 'It is tried within two minutes by itself' };
    await tx
      .update(outbox)
      .set({ failedAt: null, failure: null, nextAttemptAt: current })
      .where(eq(outbox.id, mail.id));
    return { detail: 'It is tried now' };
  });

export const operatorMailHandlers = {
  'GET /api/operator/mails/': list,
  'POST /api/operator/mails/{id}/send/': send,
} satisfies Partial<Handlers>;
