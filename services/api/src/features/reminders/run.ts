import { and, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, coaches, reminders, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { forEachInTurn, repeat } from '../../core/process/repeat';
import { queueMail } from '../mail/outbox';
import { type Reader, reminderMail } from '../mail/reminder';
import { readParties } from '../people/parties';
import { reminderTopic } from './drop';

const HOUR_MS = 3_600_000;
const EVERY_MS = 30_000;
const BATCH = 200;

/** Sent this long before a session, until the next one is due. */
const kinds = [
  { kind: 'day', before: 24 * HOUR_MS, until: HOUR_MS },
  { kind: 'hour', before: HOUR_MS, until: 0 },
] as const;
type Kind = (typeof kinds)[number];
const readers: readonly Reader[] = ['student', 'coach'];

/** Queues due reminders, once per start, with any number of processes. */
export async function remind(deps: Dependencies): Promise<void> {
  for (const reader of readers)
    for (const kind of kinds)
      await forEachInTurn(
        await dueBookings(deps, reader, kind),
        (id) => `reminding the ${reader} of booking ${id}`,
        (id) =>
          transact(deps.db, (tx) => sendReminder({ ...deps, db: tx }, id, { ...kind, reader })),
      );
}

/** Confirmed sessions that start soon and were booked before the reminder was due. The reader wants reminders, and the coach is not locked. */
async function dueBookings(
  { db, now }: Dependencies,
  reader: Reader,
  { kind, before, until }: Kind,
) {
  const current = now().getTime();
  const coachUser = alias(users, 'coach_user');
  const lastChange = sql`greatest(${bookings.paidAt}, ${bookings.movedAt})`;
  const alreadySent = db
    .select({ id: reminders.bookingId })
    .from(reminders)
    .where(
      and(
        eq(reminders.bookingId, bookings.id),
        eq(reminders.reader, reader),
        eq(reminders.kind, kind),
        eq(reminders.startsAt, bookings.startsAt),
      ),
    );
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(coachUser, eq(coachUser.id, coaches.userId))
    .innerJoin(users, eq(users.id, reader === 'coach' ? coaches.userId : bookings.studentId))
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        lte(bookings.startsAt, new Date(current + before)),
        gt(bookings.startsAt, new Date(current + until)),
        sql`${lastChange} <= ${bookings.startsAt} - ${`${before / HOUR_MS} hours`}::interval`,
        isNull(users.remindersOffAt),
        isNull(coachUser.lockedAt),
        notExists(alreadySent),
      ),
    )
    .limit(BATCH);
  return rows.map(({ id }) => id);
}

async function sendReminder(
  { db: tx, config, now }: Dependencies,
  bookingId: number,
  { kind, before, until, reader }: Kind & { reader: Reader },
): Promise<void> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.status, 'confirmed')))
    .for('update');
  if (!booking?.startsAt) return;
  const { startsAt } = booking;
  const current = now();
  const remainingMs = startsAt.getTime() - current.getTime();
  if (remainingMs > before || remainingMs <= until) return;
  const claimed = await tx
    .insert(reminders)
    .values({ bookingId, reader, kind, startsAt })
    .onConflictDoNothing()
    .returning({ kind: reminders.kind });
  if (claimed.length === 0) return;
  const parties = await readParties(tx, booking);
  const about = { config, booking: { ...booking, startsAt }, parties, reader };
  const mail = reminderMail(about, kind);
  await queueMail(tx, { ...mail, topic: reminderTopic({ bookingId, reader, kind }) }, current);
}

export const runReminders = (deps: Dependencies) =>
  repeat(EVERY_MS, 'reminding of sessions', () => remind(deps));
