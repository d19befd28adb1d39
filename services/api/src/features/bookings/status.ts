import type { Status } from '@carry/contracts/api';
import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isExclusionViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { isDoubleBooked } from '../coaches/conflicts';
import { endExpiredHolds } from '../coaches/holds';
import type { AboutBooking } from '../mail/booking-facts';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { cancelledMails, restoredMail, statusMail } from '../mail/messages';
import type { Mail } from '../mail/outbox';
import { lockPeopleOf } from '../people/lock-people';
import { readParties } from '../people/parties';
import { dropReminders } from '../reminders/drop';
import { guaranteeUntil } from './windows';

/** The site shows Undo for eight seconds; two more for latency. Until then no mail is sent and no money moves. */
const UNDO_MS = 10_000;

type Booking = typeof bookings.$inferSelect;

const slotTaken = () => new Problem(409, 'Someone else has booked this time slot.');

/** Sets a booking's status for its coach. Cancelling a paid booking refunds it; once the refund begins, the cancellation is final. */
export async function changeStatus(
  deps: Dependencies,
  bookingId: number,
  next: Status,
): Promise<void> {
  try {
    await transact(deps.db, (tx) => change({ ...deps, db: tx }, bookingId, next));
  } catch (error) {
    throw isExclusionViolation(error) ? slotTaken() : error;
  }
}

async function change(
  { db: tx, config, now }: Dependencies,
  bookingId: number,
  next: Status,
): Promise<void> {
  const thisOne = eq(bookings.id, bookingId);
  await lockPeopleOf(tx, thisOne);
  const [booking] = await tx.select().from(bookings).where(thisOne).for('update');
  if (!booking) throw notFound();
  if (booking.status === next) return;
  const current = now();
  if (next === 'completed' && booking.startsAt && booking.startsAt > current)
    throw new Problem(409, "This session hasn't started yet.");
  const undoUntil = new Date(current.getTime() + UNDO_MS);
  const notified = notifiedStatus(booking, current);
  const isNew = next === 'completed' && next !== notified;
  const completedAt = isNew ? current : booking.completedAt;
  const deliveredAt = isNew ? null : booking.deliveredAt;
  const change = {
    status: next,
    completedAt,
    deliveredAt,
    sequence: booking.sequence + changesCalendar(booking.status, next),
    undoStatus: notified,
    undoUntil,
    ...refundFor(booking, next, undoUntil),
  };
  if (booking.status === 'cancelled') await claimSlot(tx, booking, current);
  await tx.update(bookings).set(change).where(thisOne);
  if (next === 'cancelled') await dropReminders(tx, bookingId);
  const parties = await readParties(tx, booking);
  const about = { config, booking: { ...booking, ...change }, parties };
  const mails =
    next === 'cancelled' && booking.paidAt
      ? cancelledMails({ ...about, booking }, 'coach', current)
      : statusMails(about, { isRestored: notified === 'cancelled', now: current });
  const topic = statusTopic(bookingId);
  await holdMails(tx, next === notified ? [] : mails, { topic, now: current, sendAt: undoUntil });
}

/** To the student. After a cancellation that was emailed also to the coach, because its mails took the session out of both calendars. */
function statusMails(
  about: AboutBooking,
  { isRestored, now }: { isRestored: boolean; now: Date },
): Mail[] {
  const { booking } = about;
  const until =
    booking.status === 'completed' && booking.paidAt ? guaranteeUntil(booking, now) : null;
  const restoredAt = isRestored ? now : undefined;
  return [
    statusMail(about, booking.status, { until, automatic: false, restoredAt }),
    ...(isRestored ? [restoredMail(about, now)] : []),
  ];
}

/** Throws 409 if the slot of a cancelled booking has another session. Ends expired holds, which the constraints count, too. */
async function claimSlot(tx: Database, booking: Booking, now: Date): Promise<void> {
  if (await isDoubleBooked(tx, booking, now)) throw slotTaken();
  await endExpiredHolds(tx, now);
}

export const changesCalendar = (before: Booking['status'], next: Status): number =>
  (before === 'cancelled') === (next === 'cancelled') ? 0 : 1;

export const notifiedStatus = ({ status, undoStatus, undoUntil }: Booking, now: Date) =>
  undoUntil && undoUntil > now ? undoStatus : status;

function refundFor(
  { status, paidAt, refund }: Booking,
  next: Status,
  until: Date,
): Partial<Booking> {
  if (refund === 'none')
    return next === 'cancelled' && paidAt ? { refund: 'due', refundAfter: until } : {};
  if (status !== 'cancelled' || refund !== 'due')
    throw new Problem(409, 'The payment was refunded. The student needs to book again.');
  return { refund: 'none', refundAfter: null };
}
