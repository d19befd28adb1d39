import type { MailFilter } from '@carry/contracts/api';
import { and, desc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { isUpToDate, outbox } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { LEASE_MS } from '../mail/outbox';
import { anyLike, belowId, likePattern, MAX_LISTED } from './search';

type Mail = Pick<typeof outbox.$inferSelect, 'discardAfter'> & { hasText: boolean };

const isSendable = ({ hasText, discardAfter }: Mail, now: Date) =>
  hasText && (discardAfter === null || discardAfter > now);

/** An outdated mail cannot be sent, so it counts as dismissed. */
const inState = (state: MailFilter, now: Date): SQL | undefined =>
  ({
    open: and(isNull(outbox.sentAt), isNull(outbox.dismissedAt), isUpToDate(now)),
    sent: isNotNull(outbox.sentAt),
    dismissed: and(
      isNull(outbox.sentAt),
      or(isNotNull(outbox.dismissedAt), lte(outbox.discardAfter, now)),
    ),
  })[state];

/** Masks the sign-in code in a subject, where earlier versions put it. */
const maskCode = (subject: string) => subject.replace(/^\d{6}(?= is your )/, '••••••');

const list: Handler<'GET /api/operator/mails/'> = async (
  { db, now },
  { query: { q, state = 'open', below } },
) => {
  const rows = await db
    .select({
      id: outbox.id,
      recipient: outbox.recipient,
      subject: outbox.subject,
      failedAt: outbox.failedAt,
      attempts: outbox.attempts,
      failure: outbox.failure,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
      discardAfter: outbox.discardAfter,
      hasText: sql<boolean>`${outbox.body} <> ''`,
    })
    .from(outbox)
    .where(
      and(
        inState(state, now()),
        q ? anyLike(likePattern(q), [outbox.recipient]) : undefined,
        belowId(below, outbox.id),
      ),
    )
    .orderBy(desc(outbox.id))
    .limit(MAX_LISTED);
  return rows.map((mail) => ({
    id: mail.id,
    recipient: mail.recipient,
    subject: maskCode(mail.subject),
    state: getState(mail),
    attempts: mail.attempts,
    failure: mail.failure,
    created_at: mail.createdAt.toISOString(),
    sent_at: mail.sentAt?.toISOString() ?? null,
    sendable: !mail.sentAt && isSendable(mail, now()),
  }));
};

const getState = ({ sentAt, failedAt }: Pick<typeof outbox.$inferSelect, 'sentAt' | 'failedAt'>) =>
  sentAt ? ('sent' as const) : failedAt ? ('failed' as const) : ('waiting' as const);

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
      return { detail: "We'll send it within two minutes" };
    await tx
      .update(outbox)
      .set({ failedAt: null, failure: null, dismissedAt: null, nextAttemptAt: current })
      .where(eq(outbox.id, mail.id));
    return { detail: 'Retrying now' };
  });

const dismiss: Handler<'POST /api/operator/mails/{id}/dismiss/'> = async (
  { db, now },
  { params },
) => {
  const dismissed = await db
    .update(outbox)
    .set({ dismissedAt: now() })
    .where(and(eq(outbox.id, params.id), isNotNull(outbox.failedAt), isNull(outbox.sentAt)))
    .returning({ id: outbox.id });
  if (dismissed.length > 0) return { detail: 'Dismissed' };
  if ((await db.$count(outbox, eq(outbox.id, params.id))) === 0) throw notFound();
  throw new Problem(409, 'Only a failed email can be dismissed.');
};

export const operatorMailHandlers = {
  'GET /api/operator/mails/': list,
  'POST /api/operator/mails/{id}/send/': send,
  'POST /api/operator/mails/{id}/dismiss/': dismiss,
} satisfies Partial<Handlers>;
