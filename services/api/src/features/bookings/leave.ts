import type { DeletionEffects } from '@carry/contracts/api';
import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import { dropHeldMails, listTopics, statusTopic, supersedeMails } from '../mail/delayed-mails';
import { cancelledMails } from '../mail/messages';
import { queueMails } from '../mail/outbox';
import { leftLateMail, leftMail } from '../mail/payment-messages';
import { type Parties, readAllParties } from '../people/parties';
import { dropReminders } from '../reminders/drop';

type Booking = typeof bookings.$inferSelect;

/** Bookings that are read and cancelled at once; each has long texts and two mails. */
const BATCH_ROWS = 200;
/** Bookings whose texts are removed at once: few, because their rows stay locked meanwhile. */
const CLEARED_ROWS = 500;
const noUndo = { undoStatus: null, undoUntil: null };

/** Outcome of a booking when its student deletes the account: by the policy shown before payment, or a refund if the coach is locked. */
export function onAccountDeletion(
  { status, startsAt, cancelUntil }: Booking,
  { isCoachActive }: Pick<Parties, 'isCoachActive'>,
  now: Date,
): 'stays' | 'cancelled' | 'refunded' {
  if (status !== 'confirmed' || (startsAt && startsAt <= now)) return 'stays';
  return !isCoachActive || (cancelUntil && now < cancelUntil) ? 'refunded' : 'cancelled';
}

export const endsOnAccountDeletion = (now: Date) =>
  and(eq(bookings.status, 'confirmed'), or(isNull(bookings.startsAt), gt(bookings.startsAt, now)));

interface Deletion {
  studentId: number;
  /** Undefined: not checked. */
  seen: DeletionEffects | undefined;
}

/** On account deletion: drops unpaid bookings and cancels future ones in batches, whatever the length of the history. Throws 409 if the effects are not those of `seen`. */
export async function endBookings(
  deps: Dependencies,
  tx: Database,
  { studentId, seen }: Deletion,
): Promise<void> {
  const current = deps.now();
  const isOwn = eq(bookings.studentId, studentId);
  const isUndoable = and(eq(bookings.status, 'cancelled'), eq(bookings.refund, 'due'));
  // locks what a payment or the coach's undo could change between the statements
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(isOwn, or(inArray(bookings.status, ['pending_payment', 'confirmed']), isUndoable)))
    .for('update');
  await tx
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(isOwn, eq(bookings.status, 'pending_payment')));
  // The coach could still undo a cancellation; account deletion makes it final.
  await tx
    .update(bookings)
    .set({ ...noUndo, refund: 'begun', refundAfter: current })
    .where(and(isOwn, isUndoable));
  const effects: Effects = new Map();
  for (;;) {
    const ending = await tx
      .select()
      .from(bookings)
      .where(and(isOwn, endsOnAccountDeletion(current)))
      .orderBy(bookings.id)
      .limit(BATCH_ROWS);
    for (const [id, isRefunded] of await cancelAll(deps, tx, { ending, current }))
      effects.set(id, isRefunded);
    if (ending.length < BATCH_ROWS) break;
  }
  assertSeen(effects, seen);
}

/** Cancelled bookings by id; true: refunded. */
type Effects = Map<number, boolean>;

function assertSeen(effects: Effects, seen: DeletionEffects | undefined): void {
  const isSeen =
    !seen ||
    (seen.ending_count === effects.size &&
      seen.ending.every(({ id, refunded }) => effects.get(id) === refunded));
  if (!isSeen)
    throw new Problem(
      409,
      'Your bookings or their refunds have changed. Please check the list and try again.',
    );
}

async function cancelAll(
  { config }: Dependencies,
  tx: Database,
  { ending, current }: { ending: Booking[]; current: Date },
): Promise<[number, boolean][]> {
  if (ending.length === 0) return [];
  const ids = ending.map(({ id }) => id);
  const parties = await readAllParties(tx, ids);
  const readParties = ({ id }: Booking) => {
    const people = parties.get(id);
    if (!people) throw new Error(`booking ${id} has no coach, service or student`);
    return people;
  };
  const isRefunded = (booking: Booking) =>
    onAccountDeletion(booking, readParties(booking), current) === 'refunded';
  const cancelled = {
    ...noUndo,
    status: 'cancelled',
    sequence: sql`${bookings.sequence} + 1`,
  } as const;
  const refunded = ending.filter((booking) => isRefunded(booking) && booking.paidAt);
  await tx.update(bookings).set(cancelled).where(inArray(bookings.id, ids));
  await tx
    .update(bookings)
    .set({ refund: 'begun', refundAfter: current })
    .where(
      inArray(
        bookings.id,
        refunded.map(({ id }) => id),
      ),
    );
  await dropReminders(tx, ...ids);
  const topics = ids.map(statusTopic);
  await dropHeldMails(tx, topics, current);
  await supersedeMails(tx, listTopics(topics), { from: current });
  const mails = ending.flatMap((booking) => {
    const about = { config, booking, parties: readParties(booking) };
    return isRefunded(booking)
      ? cancelledMails({ ...about, isLeaving: true }, 'student', current)
      : [leftLateMail(about, current), leftMail(about, current)];
  });
  await queueMails(tx, mails, current);
  return ending.map((booking) => [booking.id, isRefunded(booking)]);
}

const hasTexts = or(
  ...[bookings.contactInfo, bookings.details, bookings.notes, bookings.refundReason].map((text) =>
    ne(text, ''),
  ),
  isNotNull(bookings.timeZone),
);

/** On account deletion: removes the student's texts, in batches of their own transaction, so that coaches never wait for their bookings. */
export async function clearTexts(db: Database, studentId: number): Promise<void> {
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.studentId, studentId), hasTexts));
  for (let first = 0; first < rows.length; first += CLEARED_ROWS)
    await db
      .update(bookings)
      .set({
        contactInfo: '',
        details: '',
        notes: '',
        timeZone: null,
        refundReason: sql`CASE WHEN ${bookings.refundReason} IS NOT NULL THEN '' END`,
      })
      .where(
        inArray(
          bookings.id,
          rows.slice(first, first + CLEARED_ROWS).map(({ id }) => id),
        ),
      );
}
