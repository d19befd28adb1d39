import { eq, isNull } from 'drizzle-orm';
import { coaches, coachRevisions, users } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';

/** Triggers count changes, whichever server makes them. */
const getRevisions: Handler<'GET /api/revisions/'> = async ({ db }) => {
  const rows = await db
    .select({ coachId: coachRevisions.coachId, revision: coachRevisions.revision })
    .from(coachRevisions)
    .innerJoin(coaches, eq(coaches.id, coachRevisions.coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isNull(users.lockedAt));
  const entries = rows.flatMap(({ coachId, revision }) =>
    [`/api/coaches/${coachId}/`, `/api/reviews/by-coach/${coachId}/`].map(
      (path) => [path, String(revision)] as const,
    ),
  );
  return { revisions: Object.fromEntries(entries) };
};

export const revisionHandlers = {
  'GET /api/revisions/': getRevisions,
} satisfies Partial<Handlers>;
