import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookings,
  coaches,
  reviews,
  services,
  specialDays,
  users,
  weeklyHours,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { forEachInTurn } from '../../core/process/repeat';
import { completesAt } from '../bookings/windows';
import { deleteCalendar } from '../busy-times/refresh';
import { dollars, when } from '../mail/format';
import { forgetCoachMessages } from '../messages/forget';
import { readLockedCents } from '../payouts/due';

type Coach = typeof coaches.$inferSelect;

const CLEARED = {
  name: 'Former coach',
  meetingUrl: null,
  description: '',
  imagePath: null,
  specialOffer: null,
  rankImages: [],
  slug: null,
  games: [],
  languages: [],
  country: null,
  clip: null,
  portrait: null,
  gallery: [],
} satisfies Partial<Coach>;

const times = {
  status: bookings.status,
  startsAt: bookings.startsAt,
  endsAt: bookings.endsAt,
  durationMinutes: bookings.durationMinutes,
  paidAt: bookings.paidAt,
  completedAt: bookings.completedAt,
  deliveredAt: bookings.deliveredAt,
};

const describeBooked = (booked: number): string =>
  booked === 1
    ? 'This coach has a booked session. Cancel it first.'
    : `This coach has ${booked} booked sessions. Cancel them first.`;

/** Throws 409 while a session is open. Sessions that began complete by themselves: a cancellation would refund them. */
async function requireNoOpenSession(tx: Database, coachId: number, now: Date): Promise<void> {
  const open = await tx
    .select(times)
    .from(bookings)
    .where(
      and(
        eq(bookings.coachId, coachId),
        inArray(bookings.status, ['confirmed', 'pending_payment']),
      ),
    );
  if (open.length === 0) return;
  const begun = open.filter(
    ({ status, startsAt }) => status === 'confirmed' && startsAt && startsAt <= now,
  );
  const booked = open.length - begun.length;
  const last = Math.max(...begun.map((booking) => completesAt(booking)?.getTime() ?? 0));
  throw new Problem(
    409,
    [
      ...(booked > 0 ? [describeBooked(booked)] : []),
      ...(begun.length > 0 ? [describeBegun(begun.length, new Date(last))] : []),
    ].join(' '),
  );
}

const describeBegun = (begun: number, last: Date): string =>
  begun === 1
    ? `A session that began is still open. It completes by itself on ${when(last, null)}. Try again then.`
    : `${begun} sessions that began are still open. The last one completes by itself on ${when(last, null)}. Try again then.`;

/** Throws 409 while shares wait for the unlock of a coach: an account that is gone cannot be unlocked. */
async function requireNoLockedShare(tx: Database, coachId: number): Promise<void> {
  const cents = await readLockedCents(tx, coachId);
  if (cents > 0)
    throw new Problem(
      409,
      `This coach has ${dollars(cents)} pending. Unlock the account, or record on each booking what you paid.`,
    );
}

/** Closes a leaving coach's services. Throws 409 while sessions are open, or shares wait for an unlock. */
export async function closeCoach(
  { now }: Dependencies,
  tx: Database,
  userId: number,
): Promise<void> {
  const [coach] = await tx.select().from(coaches).where(eq(coaches.userId, userId)).for('update');
  if (!coach) return;
  const { id } = coach;
  await requireNoOpenSession(tx, id, now());
  await requireNoLockedShare(tx, id);
  await tx
    .update(services)
    .set({ retiredAt: now() })
    .where(and(eq(services.coachId, id), isNull(services.retiredAt)));
  await tx.delete(weeklyHours).where(eq(weeklyHours.coachId, id));
  await tx.delete(specialDays).where(eq(specialDays.coachId, id));
  await deleteCalendar(tx, id);
  await clearCoach(tx, coach);
}

/** Deletes what a coach wrote, and the profile. An unchanged profile is not written, so that sites keep their pages. */
async function clearCoach(tx: Database, coach: Coach): Promise<void> {
  const { id } = coach;
  await tx
    .update(bookings)
    .set({ notes: '' })
    .where(and(eq(bookings.coachId, id), ne(bookings.notes, '')));
  await forgetCoachMessages(tx, id);
  await tx
    .update(reviews)
    .set({ reply: null })
    .where(and(eq(reviews.coachId, id), isNotNull(reviews.reply)));
  if (!isDeepStrictEqual({ ...coach, ...CLEARED }, coach))
    await tx.update(coaches).set(CLEARED).where(eq(coaches.id, id));
}

/** Clears recently closed coaches again: a request that overlapped with the deletion may have stored a text or a picture since. */
export async function clearClosedCoaches(
  { db }: Pick<Dependencies, 'db'>,
  deletedSince: Date,
): Promise<void> {
  const closed = await db
    .select({ coach: coaches })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(gt(users.deletedAt, deletedSince));
  await forEachInTurn(
    closed,
    ({ coach }) => `clearing coach ${coach.id}`,
    ({ coach }) => transact(db, (tx) => clearCoach(tx, coach)),
  );
}
