import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, gt, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
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
import { deleteCalendar } from '../busy-times/refresh';
import { forgetCoachMessages } from '../messages/forget';

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

/** Closes a leaving coach's services. Booked sessions must be cancelled first. */
export async function closeCoach(
  { now }: Dependencies,
  tx: Database,
  userId: number,
): Promise<void> {
  const [coach] = await tx.select().from(coaches).where(eq(coaches.userId, userId)).for('update');
  if (!coach) return;
  const { id } = coach;
  const booked = and(
    eq(bookings.coachId, id),
    inArray(bookings.status, ['confirmed', 'pending_payment']),
  );
  const [ahead] = await tx.select({ number: count() }).from(bookings).where(booked);
  if (ahead && ahead.number > 0)
    throw new Problem(
      409,
      ahead.number === 1
        ? 'This coach has a booked session. Cancel it first.'
        : `This coach has ${ahead.number} booked sessions. Cancel them first.`,
    );
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
