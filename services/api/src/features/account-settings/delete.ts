import type { DeletionEffects } from '@carry/contracts/api';
import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookings,
  chatAccounts,
  chatClaims,
  chatLogins,
  chatSignIns,
  chatStates,
  coachApplications,
  coaches,
  mailTokens,
  operators,
  outbox,
  refreshTokens,
  reviewReports,
  reviews,
  signInCodes,
  users,
  waitlist,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { describeError, log } from '../../core/process/log';
import { forEachInTurn } from '../../core/process/repeat';
import { confirmOwner, lockConfirmed } from '../accounts/confirm';
import { expireMailTokens } from '../accounts/mail-token';
import { NO_PASSWORD, newSecret } from '../accounts/passwords';
import { clearTexts, endBookings } from '../bookings/leave';
import { farewellMail } from '../mail/account-messages';
import { forgetMails, forgetWaitlistMails } from '../mail/forget';
import { DELETED_DOMAIN, queueMail } from '../mail/outbox';
import { forgetConversations } from '../messages/forget';
import { ANONYMOUS } from '../reviews/routes';
import { removeFiles } from '../uploads/files';

/** Returns true for coaches. Only an operator closes their accounts, because other users' bookings depend on them. */
export const isCoach = async (db: Database, userId: number): Promise<boolean> =>
  (await db.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, userId))).length > 0;

export async function deleteOwnAccount(
  deps: Dependencies,
  userId: number,
  { password, seen }: { password: string; seen?: DeletionEffects | undefined },
): Promise<void> {
  const user = await confirmOwner(deps, userId, password);
  const refuseOperator = async (tx: Database) => {
    if ((await tx.$count(operators, eq(operators.userId, userId))) === 0) return;
    throw new Problem(
      409,
      (await tx.$count(operators)) > 1
        ? 'You are an operator of this site. Ask another operator to remove your role first.'
        : "You are the only operator of this site. Remove your role first with the command 'operators remove'.",
    );
  };
  if (await isCoach(deps.db, userId))
    throw new Problem(
      409,
      "Only the site's operator can close a coach's account. Please write to us.",
    );
  const before = async (tx: Database) => {
    await lockConfirmed(tx, user);
    await refuseOperator(tx);
  };
  await anonymize(deps, userId, { before, seen });
}

/** Deletes an account, whatever its bookings; `before` runs first, in the same transaction. */
export const deleteAccount = (
  deps: Dependencies,
  userId: number,
  before: (tx: Database) => Promise<void> = async () => {},
): Promise<void> => anonymize(deps, userId, { before });

interface Deletion {
  before(tx: Database): Promise<void>;
  seen?: DeletionEffects | undefined;
}

/** Anonymizes an account. Texts of bookings follow. `finishDeletions` repeats it hourly. */
async function anonymize(
  deps: Dependencies,
  userId: number,
  { before, seen }: Deletion,
): Promise<void> {
  const { db, config, now } = deps;
  const proofs = await transact(db, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('update');
    if (!user) return [];
    await before(tx);
    await endBookings(deps, tx, { studentId: userId, seen });
    await expireMailTokens(tx, { userId, purposes: ['verify', 'reset', 'change'] }, now());
    await forgetMember(tx, userId);
    const proofs = await forgetAddress(tx, userId, user.email);
    await queueMail(tx, farewellMail(config, user.email), now());
    const gone = {
      email: `${newSecret().toLowerCase()}@${DELETED_DOMAIN}`,
      passwordHash: NO_PASSWORD,
      registrationHash: null,
      displayName: null,
      deletedAt: now(),
    };
    await tx.update(users).set(gone).where(eq(users.id, userId));
    return proofs;
  });
  await clearTexts(db, userId).catch((error: unknown) =>
    log.warn(`texts of a deleted account are left until the retention: ${describeError(error)}`),
  );
  if (proofs.length > 0)
    deps.background.later('removing the proofs of a deleted account', () =>
      removeFiles(deps, proofs),
    );
}

/** Repeats recent deletions: an overlapping request may have stored a text since, and an interrupted deletion has left some. */
export async function finishDeletions({ db }: Pick<Dependencies, 'db'>, deletedSince: Date) {
  const deleted = await db
    .select({ id: users.id, displayName: users.displayName })
    .from(users)
    .where(gt(users.deletedAt, deletedSince));
  await forEachInTurn(
    deleted,
    ({ id }) => `finishing the deletion of account ${id}`,
    async ({ id, displayName }) => {
      await transact(db, (tx) => forgetMember(tx, id));
      if (displayName !== null)
        await db.update(users).set({ displayName: null }).where(eq(users.id, id));
      await clearTexts(db, id);
    },
  );
}

async function forgetMember(tx: Database, userId: number): Promise<void> {
  const bookingIds = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.studentId, userId));
  await tx
    .update(reviews)
    .set({ reviewerName: ANONYMOUS })
    .where(and(inArray(reviews.bookingId, bookingIds), ne(reviews.reviewerName, ANONYMOUS)));
  await tx
    .update(reviewReports)
    .set({ reason: '' })
    .where(and(eq(reviewReports.userId, userId), ne(reviewReports.reason, '')));
  await forgetConversations(tx, userId);
  await forgetMails(tx, userId);
  await tx.delete(chatClaims).where(inArray(chatClaims.bookingId, bookingIds));
  await tx.delete(chatStates).where(eq(chatStates.userId, userId));
  await tx.delete(chatAccounts).where(eq(chatAccounts.userId, userId));
  await tx.delete(chatLogins).where(eq(chatLogins.userId, userId));
  await tx.delete(operators).where(eq(operators.userId, userId));
  await tx.delete(mailTokens).where(eq(mailTokens.userId, userId));
  await tx.delete(refreshTokens).where(eq(refreshTokens.userId, userId));
}

async function forgetAddress(tx: Database, userId: number, email: string): Promise<string[]> {
  await tx.delete(signInCodes).where(eq(signInCodes.email, email.toLowerCase()));
  await tx.delete(chatSignIns).where(eq(sql`lower(${chatSignIns.email})`, email.toLowerCase()));
  const ownCoach = tx.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, userId));
  const applications = await tx
    .delete(coachApplications)
    .where(
      or(
        eq(coachApplications.email, email.toLowerCase()),
        inArray(coachApplications.coachId, ownCoach), // perhaps with an earlier address
      ),
    )
    .returning({ picture: coachApplications.picture });
  await tx.delete(waitlist).where(eq(waitlist.email, email.toLowerCase()));
  await forgetWaitlistMails(tx, email.toLowerCase());
  await tx.delete(outbox).where(and(eq(outbox.recipient, email), isNotNull(outbox.failedAt)));
  return applications.flatMap(({ picture }) => picture ?? []);
}
