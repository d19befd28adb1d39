import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { cancelledMails } from '../mail/messages';
import { leftLateMail, leftMail } from '../mail/payment-messages';
import { partiesOf } from '../people/parties';
import { dropReminders } from '../reminders/drop';

type Booking = typeof bookings.$inferSelect;

/**
 * Outcome of a booking when its student deletes the account: future sessions are cancelled and refunded under the
 * policy shown before payment.
 */
export function onAccountDeletion(
  { status, startsAt, cancelUntil }: Booking,
  now: Date,
): 'stays' | 'cancelled' | 'refunded' {
  if (status !== 'confirmed' || (startsAt && startsAt <= now)) return 'stays';
  return cancelUntil && now < cancelUntil ? 'refunded' : 'cancelled';
}

/** Condition of the bookings for which `onAccountDeletion` returns another outcome than `stays`. */
export const endsOnAccountDeletion = (now: Date) =>
  and(eq(bookings.status, 'confirmed'), or(isNull(bookings.startsAt), gt(bookings.startsAt, now)));

/** On account deletion: drops unpaid bookings, cancels future ones and removes the student's texts. */
export async function endBookings(
  { config, now }: Dependencies,
  tx: Database,
  studentId: number,
): Promise<void> {
  const current = now();
  const own = await tx
    .select()
    .from(bookings)
    .where(eq(bookings.studentId, studentId))
    .for('update');
  for (const booking of own) {
    await tx
      .update(bookings)
      .set({
        ...closeBooking(booking, current),
        contactInfo: '',
        details: '',
        notes: '',
        timeZone: null,
        refundReason: booking.refundReason && '',
      })
      .where(eq(bookings.id, booking.id));
    const outcome = onAccountDeletion(booking, current);
    if (outcome === 'stays') continue;
    await dropReminders(tx, booking.id);
    const about = { config, booking, parties: await partiesOf(tx, booking) };
    const mails =
      outcome === 'refunded'
        ? cancelledMails(about, 'student', current)
        : [leftLateMail(about), leftMail(about)];
    await holdMails(tx, mails, { topic: statusTopic(booking.id), now: current });
  }
}

function closeBooking(booking: Booking, now: Date): Partial<Booking> {
  const { status, refund, paidAt } = booking;
  const noUndo = { undoStatus: null, undoUntil: null };
  if (status === 'pending_payment') return { status: 'expired' };
  // The coach could still undo a cancellation; account deletion makes it final.
  if (status === 'cancelled' && refund === 'due')
    return { ...noUndo, refund: 'begun', refundAfter: now };
  const outcome = onAccountDeletion(booking, now);
  if (outcome === 'stays') return {};
  return {
    ...noUndo,
    status: 'cancelled',
    sequence: booking.sequence + 1,
    ...(outcome === 'refunded' && paidAt && { refund: 'begun', refundAfter: now }),
  };
}
