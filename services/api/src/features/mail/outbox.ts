import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { outbox } from '../../core/db/schema';
import { log } from '../../core/process/log';
import { delayAfter, repeat } from '../../core/process/repeat';

/** Due mails are sent in this order: those that a person waits for, most others, and mails to many. */
const PRIORITIES = { urgent: 0, normal: 1, bulk: 2 };

export interface Mail {
  to: string;
  subject: string;
  body: string;
  html?: string;
  calendar?: string | null;
  /** One-click unsubscribe URL (RFC 8058) and page. */
  unsubscribe?: { oneClick: string; page: string; words: string };
  sendAt?: Date;
  discardAfter?: Date;
  topic?: string;
  priority?: keyof typeof PRIORITIES;
}

const POLL_MS = 1000;
/** Limits a run, so that shutdown never waits for a long queue. */
const BATCH = 20;
/** Rows of one statement; PostgreSQL takes 65,535 parameters. */
const MAX_INSERTED = 1000;
const SEND_TIMEOUT_MS = 60_000;
/** Lease of a claimed mail; longer than the send timeout, so that two processes never send it. */
export const LEASE_MS = 2 * SEND_TIMEOUT_MS;
const RECORD_AGAIN_MS = 250;
/** A mail that fails this often waits among the normal ones, so that hanging ones do not delay the others. */
const URGENT_ATTEMPTS = 3;
const KEEP_TRYING_MS = 3 * 24 * 3_600_000;

/** Domain of deleted accounts' placeholder addresses (RFC 2606: never exists). */
export const DELETED_DOMAIN = 'deleted.invalid';

const toRow = (mail: Mail, now: Date) => ({
  recipient: mail.to,
  subject: mail.subject,
  body: mail.body,
  html: mail.html,
  calendar: mail.calendar,
  unsubscribe: mail.unsubscribe?.oneClick,
  priority: PRIORITIES[mail.priority ?? 'normal'],
  discardAfter: mail.discardAfter,
  topic: mail.topic,
  createdAt: now,
  nextAttemptAt: mail.sendAt ?? now,
});

/** Queues mails in the caller's transaction. Skips deleted accounts. */
export async function queueMails(db: Database, mails: Mail[], now: Date): Promise<void> {
  const rows = mails
    .filter(({ to }) => !to.endsWith(`@${DELETED_DOMAIN}`))
    .map((mail) => toRow(mail, now));
  for (let first = 0; first < rows.length; first += MAX_INSERTED)
    await db.insert(outbox).values(rows.slice(first, first + MAX_INSERTED));
}

export const queueMail = (db: Database, mail: Mail, now: Date) => queueMails(db, [mail], now);

async function claimMails(db: Database, priority: number, now: Date) {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
        eq(outbox.priority, priority),
        lte(outbox.nextAttemptAt, now),
      ),
    )
    .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: new Date(now.getTime() + LEASE_MS),
    })
    .where(sql`${outbox.id} = (${due})`)
    .returning();
  return mail;
}

/** Claims the first due mail of the lowest number. Looks at each priority by itself, so that a long queue does not slow it down. */
async function claimMail(db: Database, now: Date) {
  for (const priority of Object.values(PRIORITIES)) {
    const mail = await claimMails(db, priority, now);
    if (mail) return mail;
  }
  return undefined;
}

/** Clears the text of sent or outdated mails, which may contain a link. Undeliverable ones keep it for a week, to be resent. */
export const CLEARED_TEXT = { body: '', html: null, calendar: null, unsubscribe: null };

/** Message for the mail server. A stable Message-ID lets mailboxes deduplicate a resend after a crash. */
function getMessage(mail: QueuedMail, host: string) {
  const { id, createdAt, recipient, subject, body, html, calendar, unsubscribe } = mail;
  const method = /^METHOD:(\w+)/m.exec(calendar ?? '')?.[1];
  return {
    messageId: `<${id}.${createdAt.getTime()}@${host}>`,
    to: recipient,
    subject,
    text: body,
    ...(html && { html }),
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    ...(calendar && { icalEvent: { method, filename: 'session.ics', content: calendar } }),
  };
}

type QueuedMail = typeof outbox.$inferSelect;

const isOutdated = ({ discardAfter }: QueuedMail, now: Date) =>
  discardAfter !== null && discardAfter <= now;

interface SendFailure {
  code: string;
  isPermanent: boolean;
}

/** Commands whose 5xx concerns this mail (RFC 5321, 4.2.1). After others, such as AUTH, it concerns our account. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

const getFailure = ({ code, responseCode, command }: SmtpError): SendFailure => ({
  code: `${code ?? 'failed'}${responseCode ? ` ${responseCode}` : ''}`,
  isPermanent:
    (responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MAIL.has(command ?? '')) ||
    (code === 'EENVELOPE' && responseCode === undefined),
});

/** Sends due mails and retries with backoff for three days, unless rejected permanently. Returns the stop function. */
export function runOutbox(
  { db, config, now }: Dependencies,
  everyMs = POLL_MS,
): () => Promise<void> {
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport(
    { url: config.smtpUrl, ...limits },
    { from: config.mailFrom, ...(config.mailReplyTo && { replyTo: config.mailReplyTo }) },
  );
  const { hostname } = new URL(config.siteUrl);
  let stopped = false;

  /** Resolves with null, or with the failure. The server's message is not logged, because it names the recipient. */
  async function send(mail: QueuedMail): Promise<SendFailure | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<SendFailure>((resolve) => {
      timer = setTimeout(() => resolve({ code: 'ETIMEDOUT', isPermanent: false }), SEND_TIMEOUT_MS);
    });
    const sending = transport.sendMail(getMessage(mail, hostname)).then(() => null, getFailure);
    return Promise.race([sending, late]).finally(() => clearTimeout(timer));
  }

  function afterFailure(
    { id, attempts, createdAt, priority }: QueuedMail,
    { code, isPermanent }: SendFailure,
    claimed: Date,
  ) {
    log.warn(`mail ${id} failed to send (${code}), attempt ${attempts}`);
    const isFresh = claimed.getTime() - createdAt.getTime() < KEEP_TRYING_MS;
    if (isFresh && !isPermanent)
      return {
        nextAttemptAt: new Date(claimed.getTime() + delayAfter(attempts)),
        failure: code,
        priority: attempts < URGENT_ATTEMPTS ? priority : Math.max(priority, PRIORITIES.normal),
      };
    log.error(
      isPermanent
        ? `mail ${id} undeliverable: the mail server rejected it (${code})`
        : `mail ${id} undeliverable: no mail server accepted it for three days (${code})`,
    );
    return { failedAt: now(), failure: code };
  }

  /** An outdated mail cannot be sent again, so it is no work for an operator. Its failure stays: the address may be wrong. */
  function afterExpiry({ id, attempts, failure }: QueuedMail, claimed: Date) {
    if (failure)
      log.warn(`mail ${id} undeliverable: outdated after ${attempts - 1} attempts (${failure})`);
    return { failedAt: claimed, dismissedAt: claimed, ...CLEARED_TEXT };
  }

  async function deliver(mail: QueuedMail, claimed: Date) {
    const failure = await send(mail);
    return failure
      ? afterFailure(mail, failure, claimed)
      : { sentAt: now(), failure: null, ...CLEARED_TEXT };
  }

  /** Stores the result. Retries while the database is down, until the lease ends, so that a sent mail is not sent twice. */
  async function record({ id, attempts }: QueuedMail, change: object, claimed: Date) {
    for (;;) {
      try {
        await db
          .update(outbox)
          .set(change)
          .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts)));
        return;
      } catch (error) {
        if (stopped || now().getTime() - claimed.getTime() > LEASE_MS) throw error;
        await sleep(RECORD_AGAIN_MS);
      }
    }
  }

  async function sendDue(): Promise<void> {
    for (let count = 0; count < BATCH && !stopped; count++) {
      const claimed = now();
      const mail = await claimMail(db, claimed);
      if (!mail) return;
      const change = isOutdated(mail, claimed)
        ? afterExpiry(mail, claimed)
        : await deliver(mail, claimed);
      await record(mail, change, claimed);
    }
  }

  const stop = repeat(everyMs, 'sending mails', sendDue);
  return async () => {
    stopped = true;
    await stop();
    transport.close();
  };
}
