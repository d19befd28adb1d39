import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { attemptSuggestion } from '../accounts/rate-limits';
import type { Moving } from '../coaches/slots';
import { suggestedMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { readParties } from '../people/parties';
import { assertWritable, type Party, requireParty } from '../people/party';
import { isFreeStart, TAKEN, timesOfWeek } from './other-times';
import { changeSuggestion } from './suggestion';
import { findSuggestion } from './windows';

type Booking = typeof bookings.$inferSelect;

async function requireCoach(db: Database, userId: number, bookingId: number): Promise<Party> {
  const party = await requireParty(db, userId, bookingId);
  if (party.side !== 'coach') throw notFound();
  return party;
}

async function lockBooking(tx: Database, bookingId: number): Promise<Booking> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(eq(bookings.id, bookingId))
    .for('update');
  if (!booking) throw notFound();
  return booking;
}

function requireAhead(booking: Booking, now: Date): asserts booking is Booking & Moving {
  const { status, startsAt, endsAt } = booking;
  if (status === 'completed')
    throw new Problem(409, 'This session is over and can no longer be moved.');
  if (status !== 'confirmed') throw new Problem(409, 'This booking is cancelled.');
  if (!startsAt || !endsAt)
    throw new Problem(409, "This booking has no set time, so there's nothing to move.");
  if (now >= startsAt) throw new Problem(409, 'This session has already started.');
}

export async function timesToSuggest(
  { db, now }: Dependencies,
  userId: number,
  { bookingId, from }: { bookingId: number; from: Date },
): Promise<{ starts: string[]; next: string | null }> {
  const { booking } = await requireCoach(db, userId, bookingId);
  const current = now();
  requireAhead(booking, current);
  return timesOfWeek(db, booking, { from, now: current, byCoach: true });
}

/** Suggests another start to the student, in place of an earlier suggestion, and emails them. Idempotent. Holds no slot. */
export async function suggestTime(
  { db, config, now }: Dependencies,
  userId: number,
  { bookingId, start }: { bookingId: number; start: Date },
): Promise<void> {
  assertWritable(await requireCoach(db, userId, bookingId));
  await transact(db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const current = now();
    requireAhead(booking, current);
    if (!(await isFreeStart(tx, booking, { start, now: current, byCoach: true })))
      throw new Problem(409, TAKEN);
    if (booking.suggestedStart?.getTime() === start.getTime()) return;
    await attemptSuggestion(tx, current, bookingId);
    await changeSuggestion(tx, booking, { what: 'suggested', start, now: current });
    const parties = await readParties(tx, booking);
    const suggested = { ...booking, suggestedStart: start };
    const suggestion = findSuggestion(suggested, { now: current, ...parties });
    if (!suggestion) throw new Problem(409, TAKEN);
    await queueMail(tx, suggestedMail({ config, booking, parties, ...suggestion }), current);
  });
}

export async function withdrawSuggestion(
  { db, now }: Dependencies,
  userId: number,
  bookingId: number,
): Promise<void> {
  await requireCoach(db, userId, bookingId);
  await transact(db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const current = now();
    const { noticeMinutes } = await readParties(tx, booking);
    const suggestion = findSuggestion(booking, { now: current, noticeMinutes });
    if (!suggestion) return;
    const { start } = suggestion;
    await changeSuggestion(tx, booking, { what: 'withdrawn', start, now: current });
  });
}
