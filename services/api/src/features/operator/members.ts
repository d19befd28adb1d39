import { MAX_COUNTED } from '@carry/contracts/format';
import { and, count, desc, eq, ilike, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookings,
  coaches,
  coachRevisions,
  listingChanges,
  reviews,
  services,
  specialDays,
  users,
  weeklyHours,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { StreamedJson } from '../../core/http/stream-json';
import { deleteAccount } from '../account-settings/delete';
import { exportAccount } from '../account-settings/export';
import { endSessions } from '../accounts/refresh-token';
import { deleteCalendar } from '../busy-times/refresh';
import { uploadedFiles } from '../coaches/pictures';
import { forgetCoachMessages } from '../messages/forget';
import { removeFiles } from '../uploads/files';
import { refuseOperator } from './operators';
import { anyLike, belowId, MAX_LISTED, matching, withChatName } from './search';

const FORMER = 'Former coach';

/** Number of bookings of a row of another table, at most `MAX_COUNTED`. */
const countOf = (column: PgColumn, id: PgColumn) =>
  sql`(SELECT count(*) FROM (SELECT FROM ${bookings} WHERE ${column} = ${id} LIMIT ${MAX_COUNTED}::integer) AS counted)`;

const list: Handler<'GET /api/operator/members/'> = async ({ db }, { query: { q, below } }) => {
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      createdAt: users.createdAt,
      verifiedAt: users.verifiedAt,
      lockedAt: users.lockedAt,
      coach_id: coaches.id,
      // counted for the rows of the page only
      bookings: sql<number>`least(${countOf(bookings.studentId, users.id)}
          + CASE WHEN ${coaches.id} IS NULL THEN 0 ELSE ${countOf(bookings.coachId, coaches.id)} END,
          ${MAX_COUNTED}::integer)`.mapWith(Number),
    })
    .from(users)
    .leftJoin(coaches, eq(coaches.userId, users.id))
    .where(
      and(
        isNull(users.deletedAt),
        matching({
          ...{ q, noun: 'member', id: users.id },
          match: (pattern) =>
            or(
              anyLike(pattern, [users.email, users.displayName]),
              inArray(users.id, withChatName(db, pattern)),
              inArray(
                users.id,
                db.select({ id: coaches.userId }).from(coaches).where(ilike(coaches.name, pattern)),
              ),
            ),
        }),
        belowId(below, users.id),
      ),
    )
    .orderBy(desc(users.id))
    .limit(MAX_LISTED);
  return rows.map(({ createdAt, verifiedAt, lockedAt, ...member }) => ({
    ...member,
    since: createdAt.toISOString(),
    verified: verifiedAt !== null,
    locked_at: lockedAt?.toISOString() ?? null,
  }));
};

async function requireMember(db: Database, id: number): Promise<void> {
  const [member] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (!member) throw notFound();
}

async function setLock({ db, now }: Dependencies, id: number, locked: boolean): Promise<void> {
  await transact(db, async (tx) => {
    await requireMember(tx, id);
    if (locked) await endSessions(tx, id, now());
    const unlocked = locked ? isNull(users.lockedAt) : undefined;
    await tx
      .update(users)
      .set({ lockedAt: locked ? now() : null })
      .where(and(eq(users.id, id), unlocked));
    await showCoach(tx, id, !locked);
  });
}

async function showCoach(tx: Database, userId: number, shown: boolean): Promise<void> {
  const [coach] = await tx.select().from(coaches).where(eq(coaches.userId, userId)).for('update');
  if (!coach) return;
  const held = and(eq(bookings.coachId, coach.id), eq(bookings.status, 'pending_payment'));
  if (!shown) await tx.update(bookings).set({ status: 'expired' }).where(held);
  await tx.insert(listingChanges).values({ coachId: coach.id }); // a locked coach has no free times
  await tx
    .insert(coachRevisions)
    .values({ coachId: coach.id, revision: 1 })
    .onConflictDoUpdate({
      target: coachRevisions.coachId,
      set: { revision: sql`${coachRevisions.revision} + 1` },
    });
}

/** Closes a leaving coach's services. Booked sessions must be cancelled first. */
async function closeCoach({ now }: Dependencies, tx: Database, userId: number): Promise<void> {
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
  await tx
    .update(bookings)
    .set({ notes: '' })
    .where(and(eq(bookings.coachId, id), ne(bookings.notes, '')));
  await forgetCoachMessages(tx, id);
  await tx
    .update(reviews)
    .set({ reply: null })
    .where(and(eq(reviews.coachId, id), isNotNull(reviews.reply)));
  const clearedProfile = {
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
  };
  await tx
    .update(coaches)
    .set({ name: FORMER, ...clearedProfile })
    .where(eq(coaches.id, id));
}

export const operatorMemberHandlers = {
  'GET /api/operator/members/': list,
  'POST /api/operator/members/{id}/lock/': async (deps, { params, context }) => {
    await refuseOperator(deps.db, context, params.id);
    await setLock(deps, params.id, true);
    return { detail: 'Locked, and signed out everywhere' };
  },
  'POST /api/operator/members/{id}/unlock/': async (deps, { params }) => {
    await setLock(deps, params.id, false);
    return { detail: 'Unlocked' };
  },
  'GET /api/operator/members/{id}/export/': async (deps, { params }) => {
    await requireMember(deps.db, params.id);
    return new StreamedJson(exportAccount(deps, params.id, null));
  },
  'POST /api/operator/members/{id}/delete/': async (deps, { params, context }) => {
    await refuseOperator(deps.db, context, params.id);
    await requireMember(deps.db, params.id);
    const [coach] = await deps.db.select().from(coaches).where(eq(coaches.userId, params.id));
    await deleteAccount(deps, params.id, (tx) => closeCoach(deps, tx, params.id));
    if (coach)
      deps.background.later('removing pictures', () => removeFiles(deps, uploadedFiles(coach)));
    return { detail: 'Account deleted' };
  },
} satisfies Partial<Handlers>;
