import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { outbox } from '../../core/db/schema';
import { log } from '../../core/process/log';
import { repeat } from '../../core/process/repeat';
import { delayAfter } from '../../core/process/retry';

export interface Mail {
  to: string;
  subject: string;
  /** In plain words. */
  body: string;
  html?: string;
  /** An iCalendar file that goes along. */
  calendar?: string | null;
  /** Where mails of its kind are ended: by one press in the mail program, or on a page. */
  unsubscribe?: { oneClick: string; page: string; words: string };
  /** After this it is not sent any more. */
  discardAfter?: Date;
}

const POLL_MS = 1000;
/** At most so many in one turn, so that a stop never waits for a long queue. */
const BATCH = 20;
const SEND_TIMEOUT_MS = 60_000;
/** So long a claimed mail belongs to the process that claimed it; longer than a send may take, so that none is sent twice. */
export const LEASE_MS = 2 * SEND_TIMEOUT_MS;
const RECORD_AGAIN_MS = 250;
const KEEP_TRYING_MS = 3 * 24 * 3_600_000;

/** The domain of the addresses that deleted accounts have instead of their own (RFC 2606: it never exists). */
export const NOBODY = 'deleted.invalid';

/** Puts a mail into the outbox, in the transaction that makes it true, to be sent at `sendAt`; one to somebody who has left is not written. */
export async function queueMail(
  db: Database,
  { to, subject, body, html, calendar, unsubscribe, discardAfter }: Mail,
  now: Date,
  sendAt = now,
  topic: string | null = null,
): Promise<void> {
  if (to.endsWith(`@${NOBODY}`)) return;
  await db.insert(outbox).values({
    recipient: to,
    subject,
    body,
    html,
    calendar,
    unsubscribe: unsubscribe?.oneClick,
    discardAfter,
    topic,
    createdAt: now,
    nextAttemptAt: sendAt,
  });
}

/** Takes the mail that has been due the longest, so that no other process sends it; undefined when none is due. */
async function claimMail(db: Database, now: Date) {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNull(outbox.failedAt), lte(outbox.nextAttemptAt, now)))
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

/** What stays of the words of a mail that was sent or is of no use: it may hold a link that signs in. In one that is given up after three days every such link is over; its words stay for a week, so that it can be sent again. */
export const nothing = { body: '', html: null, calendar: null, unsubscribe: null };

/** A mail as the mail server gets it. Its Message-ID is the same each time it is sent, so that mailboxes recognise what a process handed over before it died. */
function messageOf(mail: QueuedMail, host: string) {
  const { id, createdAt, recipient, subject, body, html, calendar, unsubscribe } = mail;
  const method = /^METHOD:(\w+)/m.exec(calendar ?? '')?.[1];
  return {
    messageId: `<${id}.${createdAt.getTime()}@${host}>`,
    to: recipient,
    subject,
    text: body,
    ...(html && { html }),
    // RFC 8058: mail programs show a button that posts there
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

/** Whether a mail has come too late to be sent, such as a reminder of what has begun. */
const isUseless = ({ discardAfter }: QueuedMail, now: Date) =>
  discardAfter !== null && discardAfter <= now;

/** Why a mail was not taken: a code without the recipient's address, and whether another try is of use. */
interface SendFailure {
  code: string;
  isPermanent: boolean;
}

/**
 * Commands to which a 5xx is about this recipient or this mail (RFC 5321, 4.2.1). To any other, such as AUTH or
 * MAIL FROM, it is about our account at the mail server, which the operator mends.
 */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);

/** A failure as nodemailer reports it. */
interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

const failureOf = ({ code, responseCode, command }: SmtpError): SendFailure => ({
  code: `${code ?? 'failed'}${responseCode ? ` ${responseCode}` : ''}`,
  isPermanent:
    (responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MAIL.has(command ?? '')) ||
    (code === 'EENVELOPE' && responseCode === undefined),
});

/** Sends what the outbox holds, and for three days again and again when the mail server fails, unless it refuses for good; returns the stop. */
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

  /** Resolves null when the mail server took the mail, else what failed; its words are not for the log, they name the recipient. */
  async function send(mail: QueuedMail): Promise<SendFailure | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<SendFailure>((resolve) => {
      timer = setTimeout(() => resolve({ code: 'ETIMEDOUT', isPermanent: false }), SEND_TIMEOUT_MS);
    });
    const sending = transport.sendMail(messageOf(mail, hostname)).then(() => null, failureOf);
    return Promise.race([sending, late]).finally(() => clearTimeout(timer));
  }

  /** Logs that a mail was not sent; returns when it is tried again, or that it is given up. */
  function afterFailure(
    { id, attempts, createdAt }: QueuedMail,
    { code, isPermanent }: SendFailure,
    claimed: Date,
  ) {
    log.warn(`mail ${id} could not be sent (${code}), attempt ${attempts}`);
    const isFresh = claimed.getTime() - createdAt.getTime() < KEEP_TRYING_MS;
    if (isFresh && !isPermanent)
      return { nextAttemptAt: new Date(claimed.getTime() + delayAfter(attempts)), failure: code };
    log.error(
      isPermanent
        ? `mail ${id} is given up: the mail server refused it for good (${code})`
        : `mail ${id} is given up: no mail server accepted it for three days (${code})`,
    );
    return { failedAt: now(), failure: code };
  }

  /** Sends a mail; answers what is to be written down about it. */
  async function deliver(mail: QueuedMail, claimed: Date) {
    const failure = await send(mail);
    return failure
      ? afterFailure(mail, failure, claimed)
      : { sentAt: now(), failure: null, ...nothing };
  }

  /** Writes down what became of a mail; while the database does not answer again and again, so that what was sent is not sent twice. After the lease it is somebody else's. */
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
      const change = isUseless(mail, claimed)
        ? { failedAt: claimed, ...nothing }
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
