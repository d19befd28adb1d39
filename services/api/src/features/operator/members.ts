import { MAX_COUNTED } from '@carry/contracts/format';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, coaches, coachRevisions, listingChanges, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { StreamedJson } from '../../core/http/stream-json';
import { sendTable } from '../../core/http/table';
import { deleteAccount } from '../account-settings/delete';
import { exportAccount } from '../account-settings/export';
import { logDeletion } from '../account-settings/log-deletion';
import { endSessions } from '../accounts/refresh-token';
import { uploadedFiles } from '../coaches/pictures';
import { removeFiles } from '../uploads/files';
import { closeCoach } from './close-coach';
import { mailStudents } from './lock-mails';
import { announceRemoval, refuseOperator } from './operators';
import { printRows } from './print-rows';
import { anyLike, belowId, MAX_LISTED, matching, withChatName } from './search';

const createCount = (column: PgColumn, id: PgColumn) =>
  sql`(SELECT count(*) FROM (SELECT FROM ${bookings} WHERE ${column} = ${id} LIMIT ${MAX_COUNTED}::integer) AS counted)`;

const searchMembers = (db: Database, q: string | undefined): SQL | undefined =>
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
  );

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
      bookings: sql<number>`least(${createCount(bookings.studentId, users.id)}
          + CASE WHEN ${coaches.id} IS NULL THEN 0 ELSE ${createCount(bookings.coachId, coaches.id)} END,
          ${MAX_COUNTED}::integer)`.mapWith(Number),
    })
    .from(users)
    .leftJoin(coaches, eq(coaches.userId, users.id))
    .where(and(searchMembers(db, q), belowId(below, users.id)))
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

async function setLock(deps: Dependencies, id: number, locked: boolean): Promise<void> {
  const { db, now } = deps;
  await transact(db, async (tx) => {
    await requireMember(tx, id);
    if (locked) await endSessions(tx, id, now());
    const isOther = locked ? isNull(users.lockedAt) : isNotNull(users.lockedAt);
    const changed = await tx
      .update(users)
      .set({ lockedAt: locked ? now() : null })
      .where(and(eq(users.id, id), isNull(users.deletedAt), isOther)) // may be deleted meanwhile
      .returning({ id: users.id });
    const coachId = await showCoach(tx, id, !locked);
    if (coachId !== null && changed.length > 0)
      await mailStudents({ ...deps, db: tx }, { coachId, locked });
  });
}

async function showCoach(tx: Database, userId: number, shown: boolean): Promise<number | null> {
  const [coach] = await tx.select().from(coaches).where(eq(coaches.userId, userId)).for('update');
  if (!coach) return null;
  const isUnpaid = and(eq(bookings.coachId, coach.id), eq(bookings.status, 'pending_payment'));
  if (!shown) await tx.update(bookings).set({ status: 'expired' }).where(isUnpaid);
  await tx.insert(listingChanges).values({ coachId: coach.id }); // a locked coach has no free times
  await tx
    .insert(coachRevisions)
    .values({ coachId: coach.id, revision: 1 })
    .onConflictDoUpdate({
      target: coachRevisions.coachId,
      set: { revision: sql`${coachRevisions.revision} + 1` },
    });
  return coach.id;
}

const HEAD = [
  ...['member', 'since', 'email', 'name', 'verified_at', 'locked_at'],
  ...['coach_id', 'coach', 'games', 'time_zone'],
];

const readBatch = (db: Database, where: SQL | undefined, limit: number) =>
  db
    .select({ member: users, coach: coaches })
    .from(users)
    .leftJoin(coaches, eq(coaches.userId, users.id))
    .where(where)
    .orderBy(asc(users.id))
    .limit(limit);

type Row = Awaited<ReturnType<typeof readBatch>>[number];

const toCells = ({ member, coach }: Row): string[] => [
  ...[String(member.id), member.createdAt.toISOString(), member.email, member.displayName ?? ''],
  ...[member.verifiedAt?.toISOString() ?? '', member.lockedAt?.toISOString() ?? ''],
  ...[String(coach?.id ?? ''), coach?.name ?? '', coach?.games.join(' ') ?? ''],
  coach?.timeZone ?? '',
];

const exportMembers: Handler<'GET /api/operator/members/export/'> = (
  { db },
  { query: { q }, context },
) => {
  const rows = printRows<Row>({
    head: HEAD,
    read: (last, limit) => readBatch(db, and(gt(users.id, last), searchMembers(db, q)), limit),
    getId: ({ member }) => member.id,
    toCells,
  });
  return sendTable(context, 'members.csv', rows);
};

export const operatorMemberHandlers = {
  'GET /api/operator/members/export/': exportMembers,
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
    await deleteAccount(deps, params.id, async (tx) => {
      await closeCoach(deps, tx, params.id);
      await announceRemoval(tx, deps, { userId: params.id, context });
    });
    logDeletion(params.id);
    if (coach)
      deps.background.later('removing pictures', () => removeFiles(deps, uploadedFiles(coach)));
    return { detail: 'Account deleted' };
  },
} satisfies Partial<Handlers>;
