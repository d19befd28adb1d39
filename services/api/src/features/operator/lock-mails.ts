import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings } from '../../core/db/schema';
import { cancellableUntil } from '../bookings/windows';
import { dropLockMails, lockTopic } from '../mail/delayed-mails';
import { lockedMail, unlockedMail } from '../mail/lock-messages';
import { queueMails } from '../mail/outbox';
import { readAllParties } from '../people/parties';

/** Time to take back a lock by mistake before students are emailed. */
const HOLD_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** Students of sessions that start soon are emailed at once. */
const sendLockMailAt = ({ startsAt }: { startsAt: Date | null }, now: Date): Date =>
  startsAt && startsAt.getTime() - now.getTime() < HOUR_MS
    ? now
    : new Date(now.getTime() + HOLD_MS);

/** Emails students of upcoming bookings about a coach's lock, after a few minutes, or about its end, which drops unsent mails. */
export async function mailStudents(
  { db: tx, config, now }: Dependencies,
  { coachId, locked }: { coachId: number; locked: boolean },
): Promise<void> {
  const current = now();
  const upcoming = await tx
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.coachId, coachId),
        eq(bookings.status, 'confirmed'),
        or(isNull(bookings.startsAt), gt(bookings.startsAt, current)),
      ),
    )
    .orderBy(bookings.id)
    .for('update');
  const ids = upcoming.map(({ id }) => id);
  const parties = await readAllParties(tx, ids);
  const dropped = await dropLockMails(tx, ids);
  const mails = upcoming.flatMap((booking) => {
    const people = parties.get(booking.id);
    const topic = lockTopic(booking.id);
    if (!people || (!locked && dropped.has(topic))) return [];
    const about = { config, booking, parties: people };
    if (!locked) return unlockedMail(about);
    const mail = lockedMail(about, cancellableUntil(booking, false));
    return { ...mail, topic, sendAt: sendLockMailAt(booking, current) };
  });
  await queueMails(tx, mails, current);
}
