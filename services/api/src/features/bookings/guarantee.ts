import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { refundMails } from '../mail/messages';
import { readParties } from '../people/parties';
import { lockStudentBooking } from './student-booking';
import { GUARANTEE_HOURS, guaranteeUntil } from './windows';

export async function requestRefund(
  { db, config, now }: Dependencies,
  studentId: number,
  { bookingId, reason }: { bookingId: number; reason: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const booking = await lockStudentBooking(tx, studentId, bookingId);
    const current = now();
    const until = guaranteeUntil(booking, current);
    const isOver = booking.status === 'confirmed' && until !== null;
    if (booking.status !== 'completed' && !isOver)
      throw new Problem(409, 'Only a completed session can be refunded.');
    if (booking.refund !== 'none') return;
    if (!booking.paidAt || !until || current >= until)
      throw new Problem(
        409,
        `You can request a refund within ${GUARANTEE_HOURS} hours after the session.`,
      );
    await tx
      .update(bookings)
      .set({
        refund: 'begun',
        refundAfter: current,
        refundReason: reason,
        refundRequestedAt: current,
        ...(isOver && {
          status: 'completed' as const,
          completedAt: current,
          undoStatus: null,
          undoUntil: null,
        }),
      })
      .where(eq(bookings.id, bookingId));
    const about = { config, booking, parties: await readParties(tx, booking) };
    const topic = statusTopic(bookingId);
    await holdMails(tx, refundMails(about, reason), { topic, now: current });
  });
}
