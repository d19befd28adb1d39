import { and, isNull, lt, ne, or } from 'drizzle-orm';
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
import { repeat } from '../core/process/repeat';
import { deleteOldAttempts } from '../features/accounts/rate-limits';
import { clearLeftTexts } from '../features/bookings/leave';
import { CLEARED_TEXT } from '../features/mail/outbox';
import { deleteLostFiles } from '../features/messages/forget';
import { deleteLostPictures, removeFiles } from '../features/uploads/files';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A second click on an old link still gets "verified" or "expired"; later clicks are unlikely. */
const MAIL_TOKEN_DAYS = 30;
/** Recipient and time, without the text. */
const OUTBOX_DAYS = 30;
/** Undeliverable mails keep their text so that the operator can send them again. */
const FAILED_TEXT_DAYS = 7;
const AUDIT_DAYS = 730;
/** A reminder record is useless after its session. */
const REMINDER_DAYS = 7;
const APPLICATION_DAYS = 90;
const OPEN_APPLICATION_DAYS = 365;
const INVITED_DAYS = 30;
/** Time in which an interrupted account deletion is finished. */
const DELETION_DAYS = 7;
/** The payment provider redelivers events for three days, manually for thirty. */
const PAYMENT_EVENT_DAYS = 90;

/** Deletes expired data; personal data is kept no longer than needed. Messages stay as long as their booking. */
export async function deleteExpired(
  deps: Pick<Dependencies, 'db' | 'files' | 'pictures' | 'now'>,
): Promise<void> {
  const { db, now } = deps;
  const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await db
    .delete(outbox)
    .where(or(lt(outbox.sentAt, ago(OUTBOX_DAYS)), lt(outbox.failedAt, ago(OUTBOX_DAYS))));
  await db
    .update(outbox)
    .set(CLEARED_TEXT)
    .where(and(lt(outbox.failedAt, ago(FAILED_TEXT_DAYS)), ne(outbox.body, '')));
  await db.delete(operatorAudit).where(lt(operatorAudit.at, ago(AUDIT_DAYS)));
  await db.delete(paymentIncidents).where(lt(paymentIncidents.resolvedAt, ago(AUDIT_DAYS)));
  await db.delete(mailTokens).where(lt(mailTokens.expiresAt, ago(MAIL_TOKEN_DAYS)));
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now()));
  await db.delete(operatorSessions).where(lt(operatorSessions.expiresAt, now()));
  await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, ago(PAYMENT_EVENT_DAYS)));
  await db.delete(reminders).where(lt(reminders.startsAt, ago(REMINDER_DAYS)));
  const applications = await db
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
  // unsubscribed entries stay: without them, anyone could enter the address again
  await db
    .delete(waitlist)
    .where(and(lt(waitlist.invitedAt, ago(INVITED_DAYS)), isNull(waitlist.unsubscribedAt)));
  await clearLeftTexts(db, ago(DELETION_DAYS));
  await db.delete(chatStates).where(lt(chatStates.expiresAt, now()));
  await db.delete(chatSignIns).where(lt(chatSignIns.expiresAt, now()));
  await deleteOldAttempts(db, now());
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, now()));
  await db.delete(chatClaims).where(lt(chatClaims.expiresAt, ago(1)));
  await deleteLostFiles(deps);
  await deleteLostPictures(deps);
}

export const runRetention = (deps: Dependencies) =>
  repeat(HOUR_MS, 'deleting what has expired', () => deleteExpired(deps));
