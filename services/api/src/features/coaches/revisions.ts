import { createHash } from 'node:crypto';
import { asc, eq, isNull } from 'drizzle-orm';
import { coaches, coachRevisions, users } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';

const DIRECTORY = '/api/coaches/?';
const hashOf = (ids: number[]) => createHash('sha1').update(ids.join()).digest('base64url');

/** Triggers count changes, whichever server makes them. */
const getRevisions: Handler<'GET /api/revisions/'> = async ({ db }) => {
  const rows = await db
    .select({
      coachId: coachRevisions.coachId,
      revision: coachRevisions.revision,
      deletedAt: users.deletedAt,
    })
    .from(coachRevisions)
    .innerJoin(coaches, eq(coaches.id, coachRevisions.coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isNull(users.lockedAt))
    .orderBy(asc(coachRevisions.coachId));
  const entries = rows.flatMap(({ coachId, revision }) =>
    [`/api/coaches/${coachId}/`, `/api/reviews/by-coach/${coachId}/`].map(
      (path) => [path, String(revision)] as const,
    ),
  );
  const listed = rows.flatMap(({ coachId, deletedAt }) => (deletedAt ? [] : coachId));
  return {
    revisions: Object.fromEntries(entries),
    lists: { [DIRECTORY]: hashOf(listed) },
  };
};

export const revisionHandlers = {
  'GET /api/revisions/': getRevisions,
} satisfies Partial<Handlers>;
