import { and, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import type { Dependencies } from '../core/context/dependencies';
import {
  chatClaims,
  chatSignIns,
  chatStates,
  coachApplications,
  mailTokens,
  operatorAudit,
  operatorSessions,
  outbox,
  paymentEvents,
  paymentIncidents,
  refreshTokens,
  reminders,
  signInCodes,
  waitlist,
} from '../core/db/schema';
import { forEachInTurn, repeat } from '../core/process/repeat';
import { finishDeletions } from '../features/account-settings/delete';
import { deleteOldAttempts } from '../features/accounts/rate-limits';
import { deleteUnverified } from '../features/accounts/unverified';
import { clearUnpaid } from '../features/bookings/unpaid';
import { CLEARED_TEXT } from '../features/mail/outbox';
import { deleteLostFiles } from '../features/messages/forget';
import { clearClosedCoaches } from '../features/operator/close-coach';
import { deleteLostPictures, removeFiles } from '../features/uploads/files';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A second click on an old link still gets "verified" or "expired"; later clicks are unlikely. */
const MAIL_TOKEN_DAYS = 30;
/** A late return from the chat service still leads to the page where it began. */
const CHAT_STATE_DAYS = 1;
/** Recipient and time, without the text. */
const OUTBOX_DAYS = 30;
/** Undeliverable mails keep their text so that the operator can send them again. */
const FAILED_TEXT_DAYS = 7;
const AUDIT_DAYS = 730;
const REMINDER_DAYS = 7;
const APPLICATION_DAYS = 90;
const OPEN_APPLICATION_DAYS = 365;
const INVITED_DAYS = 30;
/** Longer than the payment provider redelivers events, so that a late payment never confirms an order without its texts. */
const UNPAID_DAYS = 60;
const UNVERIFIED_DAYS = 30;
/** Time in which the deletion of an account is repeated. */
const DELETION_DAYS = 7;
/** The payment provider redelivers events for three days, manually for thirty. */
const PAYMENT_EVENT_DAYS = 90;

type Needs = Pick<Dependencies, 'db' | 'files' | 'pictures' | 'now'>;

type Ago = (days: number) => Date;

async function deleteApplications(deps: Needs, ago: Ago): Promise<void> {
  const applications = await deps.db
    .delete(coachApplications)
    .where(
      or(
        lt(coachApplications.decidedAt, ago(APPLICATION_DAYS)),
        lt(coachApplications.createdAt, ago(OPEN_APPLICATION_DAYS)),
      ),
    )
    .returning({ picture: coachApplications.picture });
  await removeFiles(
    deps,
    applications.flatMap(({ picture }) => picture ?? []),
  );
}

const tasks: [what: string, run: (deps: Needs, ago: Ago) => Promise<unknown>][] = [
  [
    'mails',
    ({ db }, ago) =>
      db
        .delete(outbox)
        .where(or(lt(outbox.sentAt, ago(OUTBOX_DAYS)), lt(outbox.failedAt, ago(OUTBOX_DAYS)))),
  ],
  [
    'texts of failed mails',
    ({ db }, ago) =>
      db
        .update(outbox)
        .set(CLEARED_TEXT)
        .where(and(lt(outbox.failedAt, ago(FAILED_TEXT_DAYS)), ne(outbox.body, ''))),
  ],
  [
    'the audit',
    ({ db }, ago) => db.delete(operatorAudit).where(lt(operatorAudit.at, ago(AUDIT_DAYS))),
  ],
  [
    'payment incidents',
    ({ db }, ago) =>
      db.delete(paymentIncidents).where(lt(paymentIncidents.resolvedAt, ago(AUDIT_DAYS))),
  ],
  [
    'links of mails',
    ({ db }, ago) => db.delete(mailTokens).where(lt(mailTokens.expiresAt, ago(MAIL_TOKEN_DAYS))),
  ],
  [
    'refresh tokens',
    ({ db, now }) => db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now())),
  ],
  [
    'operator sessions',
    ({ db, now }) => db.delete(operatorSessions).where(lt(operatorSessions.expiresAt, now())),
  ],
  [
    'payment events',
    ({ db }, ago) =>
      db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, ago(PAYMENT_EVENT_DAYS))),
  ],
  [
    'reminders',
    ({ db }, ago) => db.delete(reminders).where(lt(reminders.startsAt, ago(REMINDER_DAYS))),
  ],
  ['coach applications', deleteApplications],
  // unsubscribed entries stay: without them, anyone could enter the address again
  [
    'the waiting list',
    ({ db }, ago) =>
      db
        .delete(waitlist)
        .where(and(lt(waitlist.invitedAt, ago(INVITED_DAYS)), isNull(waitlist.unsubscribedAt))),
  ],
  [
    'data of deleted accounts',
    async (deps, ago) => {
      await finishDeletions(deps, ago(DELETION_DAYS));
      await clearClosedCoaches(deps, ago(DELETION_DAYS));
    },
  ],
  ['texts of unpaid bookings', ({ db }, ago) => clearUnpaid(db, ago(UNPAID_DAYS))],
  [
    'unverified accounts',
    ({ db, now }, ago) => deleteUnverified(db, { before: ago(UNVERIFIED_DAYS), now: now() }),
  ],
  [
    'chat sign-ins that began',
    ({ db }, ago) => db.delete(chatStates).where(lt(chatStates.expiresAt, ago(CHAT_STATE_DAYS))),
  ],
  [
    'chat sign-ins',
    ({ db, now }, ago) =>
      db
        .delete(chatSignIns)
        .where(
          or(
            lt(chatSignIns.expiresAt, ago(CHAT_STATE_DAYS)),
            and(lt(chatSignIns.expiresAt, now()), isNotNull(chatSignIns.chatId)),
          ),
        ),
  ],
  ['attempts', ({ db, now }) => deleteOldAttempts(db, now())],
  [
    'sign-in codes',
    ({ db, now }) => db.delete(signInCodes).where(lt(signInCodes.expiresAt, now())),
  ],
  [
    'claims of chat accounts',
    ({ db }, ago) => db.delete(chatClaims).where(lt(chatClaims.expiresAt, ago(1))),
  ],
  ['lost files', deleteLostFiles],
  ['lost pictures', deleteLostPictures],
];

export async function deleteExpired(deps: Needs): Promise<void> {
  const ago = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  await forEachInTurn(
    tasks,
    ([what]) => `deleting ${what}`,
    ([, run]) => run(deps, ago),
  );
}

export const runRetention = (deps: Dependencies) =>
  repeat(HOUR_MS, 'deleting what has expired', () => deleteExpired(deps));
