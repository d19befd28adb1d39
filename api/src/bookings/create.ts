import { and, eq, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { freeStarts, SLOT_MINUTES } from '../coaches/slots';
import { isExclusionViolation } from '../db/errors';
import type { Database } from '../db/open';
import { bookings, coaches, services as serviceTable } from '../db/schema';
import { notFound, Problem } from '../http/problem';
import type { Services } from '../services';

const MINUTE_MS = 60_000;
/** Up to this many hours are held in one piece; the rest of a longer booking is agreed with the coach. */
const HOURS_IN_ONE_PIECE = 2;
const TAKEN = 'This time slot is no longer available.';

export interface BookingRequest {
  coachId: number;
  serviceId: number;
  quantity: number;
  contact: string;
  details: string;
  /** UTC day and start of the slot, or null for a service without a time. */
  slot: { date: string; time: string } | null;
}

/** Creates a booking that waits for its payment and holds its slot until then; answers its id. */
export async function createBooking(services: Services, studentId: number, request: BookingRequest): Promise<number> {
  const { db } = services;
  try {
    return await db.transaction((tx) => insertHold(services, tx, studentId, request));
  } catch (error) {
    throw isExclusionViolation(error) ? new Problem(409, TAKEN) : error;
  }
}

async function insertHold(
  { config, now }: Services,
  tx: Database,
  studentId: number,
  { coachId, serviceId, quantity, contact, details, slot }: BookingRequest,
): Promise<number> {
  // One booking of a coach at a time; the exclusion constraint stays the last word.
  const [coach] = await tx.select({ userId: coaches.userId }).from(coaches).where(eq(coaches.id, coachId)).for('update');
  const [service] = await tx
    .select()
    .from(serviceTable)
    .where(and(eq(serviceTable.id, serviceId), eq(serviceTable.coachId, coachId)));
  if (!coach || !service) throw notFound();
  if (coach.userId === studentId) throw new Problem(400, 'You cannot book yourself.');
  const current = now();
  await endExpiredHolds(tx, current);
  const startsAt = service.isHourly ? slotStart(slot) : null;
  const hours = Math.min(quantity, HOURS_IN_ONE_PIECE);
  const endsAt = startsAt && new Date(startsAt.getTime() + hours * SLOT_MINUTES * MINUTE_MS);

  // The same order again (a second click, a lost answer) is the same booking.
  const pending = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.studentId, studentId), eq(bookings.status, 'pending_payment')));
  const same = pending.find(
    (booking) =>
      booking.serviceId === serviceId &&
      booking.quantity === quantity &&
      booking.startsAt?.getTime() === startsAt?.getTime() &&
      booking.contactInfo === contact &&
      booking.details === details,
  );
  if (same) return same.id;
  // Another order replaces the one that was not paid: a student holds one slot at a time.
  await tx
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(eq(bookings.studentId, studentId), eq(bookings.status, 'pending_payment')));

  if (startsAt && slot) {
    const free = await freeStarts(tx, coachId, slot.date, SLOT_MINUTES, current);
    if (!free?.includes(startsAt.getTime())) throw new Problem(409, TAKEN);
  }
  const [booking] = await tx
    .insert(bookings)
    .values({
      studentId,
      coachId,
      serviceId,
      quantity,
      amountCents: service.rateCents * quantity,
      durationMinutes: service.isHourly ? quantity * SLOT_MINUTES : SLOT_MINUTES,
      startsAt,
      endsAt,
      contactInfo: contact,
      details,
      status: 'pending_payment',
      holdExpiresAt: new Date(current.getTime() + config.holdMinutes * MINUTE_MS),
    })
    .returning({ id: bookings.id });
  if (!booking) throw new Error('the new booking was not returned');
  return booking.id;
}

function slotStart(slot: BookingRequest['slot']): Date {
  if (!slot) throw new Problem(400, 'slot: Please select a time slot.');
  return new Date(`${slot.date}T${slot.time.slice(0, 5)}:00Z`);
}

/** Lets go of every slot whose hold has ended. */
export const endExpiredHolds = (db: Database, now: Date) =>
  db
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(eq(bookings.status, 'pending_payment'), lte(bookings.holdExpiresAt, now)));

/** Expired bookings whose payment page is still open at the provider. */
export const openCheckouts = (db: Database) =>
  db
    .select({ id: bookings.id, checkoutSession: bookings.checkoutSession })
    .from(bookings)
    .where(and(eq(bookings.status, 'expired'), isNotNull(bookings.checkoutSession), ne(bookings.checkoutClosed, sql`true`)));
