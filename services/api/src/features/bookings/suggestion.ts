import { eq, inArray, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookingEvents, bookings, coaches } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { suggestionTopic, supersedeMails } from '../mail/delayed-mails';
import { declinedMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { readParties } from '../people/parties';
import type { Side } from '../people/party';
import type { ListedBooking } from './booking-list';
import { isFreeStart } from './other-times';
import { lockStudentBooking } from './student-booking';
import { findSuggestion, type Suggestion } from './windows';

type Booking = typeof bookings.$inferSelect;

interface Moment {
  now: Date;
  noticeMinutes: number;
}

async function openSuggestion(
  db: Database,
  booking: Booking,
  moment: Moment,
): Promise<Suggestion | null> {
  const suggestion = findSuggestion(booking, moment);
  const { startsAt, endsAt } = booking;
  if (!suggestion || !startsAt || !endsAt) return null;
  const isFree = await isFreeStart(
    db,
    { ...booking, startsAt, endsAt },
    { start: suggestion.start, now: moment.now, byCoach: true },
  );
  return isFree ? suggestion : null;
}

/** Returns the coach's suggestion for a side. The student sees it only while its start is free. */
export async function readSuggestion(
  db: Database,
  booking: Booking,
  { side, ...moment }: Moment & { side: Side },
): Promise<{ suggestion: Suggestion | null; isTaken: boolean }> {
  const open = await openSuggestion(db, booking, moment);
  const suggestion = side === 'student' ? open : findSuggestion(booking, moment);
  return { suggestion, isTaken: suggestion !== null && open === null };
}

export async function withOpenSuggestions<Row extends { booking: ListedBooking }>(
  db: Database,
  rows: Row[],
  now: Date,
): Promise<(Row & { suggestion: Suggestion | null })[]> {
  const ids = rows.flatMap(({ booking }) => (booking.suggestedStart ? booking.id : []));
  const open = new Map<number, Suggestion | null>();
  const suggested = ids.length === 0 ? [] : await readSuggested(db, ids);
  for (const { booking, noticeMinutes } of suggested)
    open.set(booking.id, await openSuggestion(db, booking, { now, noticeMinutes }));
  return rows.map((row) => ({ ...row, suggestion: open.get(row.booking.id) ?? null }));
}

const readSuggested = (db: Database, ids: number[]) =>
  db
    .select({ booking: bookings, noticeMinutes: coaches.noticeMinutes })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(inArray(bookings.id, ids));

interface SuggestionChange {
  what: 'suggested' | 'declined' | 'withdrawn';
  start: Date;
  now: Date;
}

/** Sets or ends the suggestion of a booking (row locked), and adds that to its history. Supersedes mails about an earlier one. */
export async function changeSuggestion(
  tx: Database,
  { id, startsAt }: Booking,
  { what, start, now }: SuggestionChange,
): Promise<void> {
  const suggestedStart = what === 'suggested' ? start : null;
  await tx.update(bookings).set({ suggestedStart }).where(eq(bookings.id, id));
  await tx
    .insert(bookingEvents)
    .values({ bookingId: id, what, at: sql`now()`, movedFrom: startsAt, movedTo: start });
  await supersedeMails(tx, [suggestionTopic(id)], { from: now });
}

interface Declined {
  bookingId: number;
  start: Date;
}

export async function declineSuggestion(
  { db, config, now }: Dependencies,
  studentId: number,
  { bookingId, start }: Declined,
): Promise<void> {
  await transact(db, async (tx) => {
    const booking = await lockStudentBooking(tx, studentId, bookingId);
    const current = now();
    const parties = await readParties(tx, booking);
    const { noticeMinutes } = parties;
    const suggestion = findSuggestion(booking, { now: current, noticeMinutes });
    if (!suggestion) return;
    if (suggestion.start.getTime() !== start.getTime())
      throw new Problem(409, 'Your coach now suggests a different time.');
    await changeSuggestion(tx, booking, { what: 'declined', start, now: current });
    await queueMail(tx, declinedMail({ config, booking, parties, start }), current);
  });
}
