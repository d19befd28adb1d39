import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Database } from '../db/open';
import { outbox } from '../db/schema';
import type { Services } from '../http/context';

export interface Mail {
  to: string;
  subject: string;
  body: string;
}

const MOST_ATTEMPTS = 12;
const BATCH = 20;
const POLL_MS = 1000;
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 3_600_000;

/** Puts a mail into the outbox, in the transaction that makes it true. */
export const queueMail = (db: Database, { to, subject, body }: Mail, now: Date) =>
  db.insert(outbox).values({ recipient: to, subject, body, nextAttemptAt: now });

/** Sends what the outbox holds, again and again later when the mail server fails; returns the stop. */
export function runOutbox({ db, config, now }: Services): () => Promise<void> {
  const transport = createTransport(config.smtpUrl, { from: config.mailFrom });
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  async function sendDue(): Promise<void> {
    const due = await db
      .select()
      .from(outbox)
      .where(and(isNull(outbox.sentAt), lte(outbox.nextAttemptAt, now()), lt(outbox.attempts, MOST_ATTEMPTS)))
      .orderBy(asc(outbox.id))
      .limit(BATCH);
    for (const mail of due) {
      const sent = await transport.sendMail({ to: mail.recipient, subject: mail.subject, text: mail.body }).then(
        () => true,
        (error: Error) => {
          console.warn(`mail ${mail.id} could not be sent: ${error.message}`);
          return false;
        },
      );
      const delay = Math.min(FIRST_DELAY_MS * 2 ** mail.attempts, LONGEST_DELAY_MS);
      const change = sent ? { sentAt: now() } : { attempts: mail.attempts + 1, nextAttemptAt: new Date(now().getTime() + delay) };
      await db.update(outbox).set(change).where(eq(outbox.id, mail.id));
    }
  }

  const timer = setInterval(() => {
    if (!stopped) running = running.then(sendDue).catch((error: Error) => console.warn(`the outbox could not be read: ${error.message}`));
  }, POLL_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
    transport.close();
  };
}
