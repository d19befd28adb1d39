import { coachRevisions } from '../db/schema';
import type { Handler, Handlers } from '../http/handler';

/** The database counts: whatever changes a coach, an offer or a review, and through whichever server. */
const getRevisions: Handler<'GET /api/revisions/'> = async ({ db }) => {
  const rows = await db.select().from(coachRevisions);
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
