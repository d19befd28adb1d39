import { MAX_PRICE, MIN_RATE } from '@carry/contracts/limits';
import { SLOT_MINUTES } from '@carry/contracts/windows';
import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isExclusionViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { bookings, coaches, services } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem, unauthorized } from '../../core/errors/problem';
import { publicCoach } from '../coaches/coach-lookup';
import { endExpiredHolds } from '../coaches/holds';
import { MAX_PIECE_MINUTES, openings } from '../coaches/slots';
import { parseTimeZone } from '../coaches/zone';
import { lockPeople } from '../people/lock-people';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TAKEN = 'This time slot is no longer available.';

export interface BookingRequest {
  coachId: number;
  serviceId: number;
  quantity: number;
  contact: string;
  details: string;
  /** UTC date and start of the slot; null without a time. */
  slot: { date: string; time: string } | null;
  zone: string | undefined;
}

/** Creates an unpaid booking that holds its slot; returns its id. A repeated order returns the same one; another order replaces it. */
export async function createBooking(
  deps: Dependencies,
  studentId: number,
  request: BookingRequest,
): Promise<number> {
  try {
    return await transact(deps.db, (tx) => insertHold({ ...deps, db: tx }, studentId, request));
  } catch (error) {
    throw isExclusionViolation(error) ? new Problem(409, TAKEN) : error;
  }
}

async function insertHold(
  { db: tx, config, now }: Dependencies,
  studentId: number,
  request: BookingRequest,
): Promise<number> {
  const { coachId, serviceId, quantity, contact, details, slot, zone } = request;
  const service = await lockParties(tx, studentId, request);
  const current = now();
  await endExpiredHolds(tx, current);
  const startsAt = service.isHourly ? slotStart(slot, current) : null;
  const minutes = Math.min(quantity * SLOT_MINUTES, MAX_PIECE_MINUTES);
  const studentInput = { contactInfo: contact, details, timeZone: parseTimeZone(zone) };
  const amountCents = service.rateCents * quantity;
  assertPayable(amountCents);

  const isUnpaid = and(eq(bookings.studentId, studentId), eq(bookings.status, 'pending_payment'));
  const [pending] = await tx.select().from(bookings).where(isUnpaid);
  if (pending && isSame(pending, { serviceId, quantity, amountCents, startsAt })) {
    await tx.update(bookings).set(studentInput).where(eq(bookings.id, pending.id));
    return pending.id;
  }
  if (service.retiredAt)
    throw new Problem(410, 'This service has changed. Please reload the page.');
  let holdExpiresAt = new Date(current.getTime() + config.holdMinutes * MINUTE_MS);
  if (startsAt && slot) {
    const query = { day: slot.date, minutes, now: current, studentId };
    const free = await openings(tx, coachId, query);
    const opening = free?.find(({ start }) => start === startsAt.getTime());
    if (!opening) throw new Problem(409, TAKEN);
    holdExpiresAt = opening.keptUntil ?? holdExpiresAt; // otherwise, orders in turn would keep it for ever
  }
  await tx.update(bookings).set({ status: 'expired' }).where(isUnpaid);
  const [booking] = await tx
    .insert(bookings)
    .values({
      studentId,
      coachId,
      serviceId,
      quantity,
      amountCents,
      taxBasisPoints: config.taxPercent === null ? null : Math.round(config.taxPercent * 100),
      commissionBps: Math.round(config.commissionPercent * 100),
      durationMinutes: service.isHourly ? quantity * SLOT_MINUTES : SLOT_MINUTES,
      startsAt,
      endsAt: startsAt && new Date(startsAt.getTime() + minutes * MINUTE_MS),
      cancelUntil: startsAt && new Date(startsAt.getTime() - config.cancelHours * HOUR_MS),
      ...studentInput,
      status: 'pending_payment',
      holdExpiresAt,
    })
    .returning({ id: bookings.id });
  if (!booking) throw new Error('the insert returned no booking');
  return booking.id;
}

function assertPayable(amountCents: number): void {
  if (amountCents < MIN_RATE * 100)
    throw new Problem(
      400,
      'This service costs less than the minimum card payment. Ask your coach.',
    );
  if (amountCents > MAX_PRICE * 100)
    throw new Problem(400, 'This is over the limit for one payment. Please book fewer.');
}

/** Locks coach and student, in this order, to serialize their orders. The exclusion constraints compare one role each. */
async function lockParties(
  tx: Database,
  studentId: number,
  { coachId, serviceId }: BookingRequest,
): Promise<typeof services.$inferSelect> {
  const [coach] = await tx
    .select({ userId: coaches.userId })
    .from(coaches)
    .where(eq(coaches.id, coachId))
    .for('update');
  if (coach && (await publicCoach(tx, coachId)) === null)
    throw new Problem(410, "You can't book this coach right now.");
  const [service] = await tx
    .select()
    .from(services)
    .where(and(eq(services.id, serviceId), eq(services.coachId, coachId)));
  if (!coach || !service) throw notFound();
  if (coach.userId === studentId) throw new Problem(400, "You can't book yourself.");
  const present = await lockPeople(tx, [coach.userId, studentId]);
  if (!present.has(studentId)) throw unauthorized();
  return service;
}

type Order = Pick<
  typeof bookings.$inferSelect,
  'serviceId' | 'quantity' | 'amountCents' | 'startsAt'
>;

const isSame = (pending: Order, order: Order): boolean =>
  pending.serviceId === order.serviceId &&
  pending.quantity === order.quantity &&
  pending.amountCents === order.amountCents &&
  pending.startsAt?.getTime() === order.startsAt?.getTime();

function slotStart(slot: BookingRequest['slot'], now: Date): Date {
  if (!slot) throw new Problem(400, 'Please select a time slot.');
  const start = new Date(`${slot.date}T${slot.time.slice(0, 5)}:00Z`);
  if (start <= now) throw new Problem(409, TAKEN);
  return start;
}
