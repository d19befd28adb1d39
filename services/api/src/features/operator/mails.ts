import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { outbox } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { LEASE_MS } from '../mail/outbox';
import { belowId, MAX_LISTED } from './search';

type Mail = Pick<typeof outbox.$inferSelect, 'discardAfter'> & { hasText: boolean };

/** True while the text is kept and not outdated. */
const isSendable = ({ hasText, discardAfter }: Mail, now: Date) =>
  hasText && (discardAfter === null || discardAfter > now);

const list: Handler<'GET /api/operator/mails/'> = async ({ db, now }, { query: { below } }) => {
  const rows = await db
    .select({
      id: outbox.id,
      recipient: outbox.recipient,
      subject: outbox.subject,
      failedAt: outbox.failedAt,
      attempts: outbox.attempts,
      failure: outbox.failure,
      createdAt: outbox.createdAt,
      discardAfter: outbox.discardAfter,
      hasText: sql<boolean>`${outbox.body} <> ''`,
    })
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

/** Skips mails that are being sent, or held for a possible undo. */
const send: Handler<'POST /api/operator/mails/{id}/send/'> = async ({ db, now }, { params }) =>
  db.transaction(async (tx) => {
    const [mail] = await tx.select().from(outbox).where(eq(outbox.id, params.id)).for('update');
    if (!mail) throw notFound();
    const current = now();
    if (mail.sentAt) throw new Problem(409, 'This email was already sent.');
    if (!isSendable({ ...mail, hasText: mail.body !== '' }, current))
      throw new Problem(
        409,
        'This email can no longer be sent: its text was deleted or is outdated.',
      );
    if (!mail.failedAt && mail.nextAttemptAt.getTime() <= current.getTime() + LEASE_MS)
      return { detail: 'It will be retried within two minutes' };
    await tx
      .update(outbox)
      .set({ failedAt: null, failure: null, nextAttemptAt: current })
      .where(eq(outbox.id, mail.id));
    return { detail: 'Retrying now' };
  });

export const operatorMailHandlers = {
  'GET /api/operator/mails/': list,
  'POST /api/operator/mails/{id}/send/': send,
} satisfies Partial<Handlers>;
