import { eq } from 'drizzle-orm';
import type { ApiConfig } from '../../core/config';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { type Canceller, cancelledMails } from '../mail/messages';
import { readParties } from '../people/parties';
import { dropReminders } from '../reminders/drop';
import { changesCalendar, notifiedStatus } from './status';
import { lockStudentBooking } from './student-booking';
import { cancellableUntil } from './windows';

/** Cancels a student's session or order before the deadline and refunds it. Idempotent. It cannot be undone. */
export async function cancelSession(
  { db, config, now }: Dependencies,
  studentId: number,
  bookingId: number,
): Promise<void> {
  await transact(db, async (tx) => {
    const booking = await lockStudentBooking(tx, studentId, bookingId);
    const current = now();
    const { isCoachActive } = await readParties(tx, booking);
    assertCancellable(booking, cancellableUntil(booking, isCoachActive), current);
    await endBooking(tx, booking, { config, by: 'student', now: current });
  });
}

interface Cancellation {
  config: ApiConfig;
  by: Canceller;
  now: Date;
}

/** Cancels a confirmed booking (row locked) and refunds it. Idempotent. */
export async function endBooking(
  tx: Database,
  booking: typeof bookings.$inferSelect,
  { config, by, now }: Cancellation,
): Promise<void> {
  const { id, status, refund } = booking;
  // The coach could still undo a cancellation; this makes it final.
  if (status === 'cancelled' && refund !== 'due') return;
  const money = booking.paidAt ? { refund: 'begun' as const, refundAfter: now } : {};
  await tx
    .update(bookings)
    .set({
      status: 'cancelled',
      undoStatus: null,
      undoUntil: null,
      sequence: booking.sequence + changesCalendar(status, 'cancelled'),
      ...money,
    })
    .where(eq(bookings.id, id));
  if (status === 'cancelled') return;
  await dropReminders(tx, id);
  const mails = cancelledMails(
    { config, booking, parties: await readParties(tx, booking) },
    by,
    now,
  );
  const isNotified = notifiedStatus(booking, now) === 'cancelled';
  await holdMails(tx, isNotified ? [] : mails, { topic: statusTopic(id), now });
}

function assertCancellable(
  { status }: typeof bookings.$inferSelect,
  until: Date | null,
  current: Date,
): void {
  if (status === 'completed')
    throw new Problem(409, 'This session is over and can no longer be cancelled.');
  if (status !== 'confirmed') return;
  if (!until) throw new Problem(409, 'This order has no set time. Ask your coach to cancel it.');
  if (current >= until)
    throw new Problem(
      409,
      "It's too late to cancel this session for free. Your coach can still cancel it with a full refund.",
    );
}
