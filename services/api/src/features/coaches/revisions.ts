import { desc, eq, ne, sql } from 'drizzle-orm';
import { coaches, coachRevisions, users } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { isActive } from './coach-lookup';

const LIST = '/api/coaches/?';
/** Number of coaches in a response; what changed before is left out. */
const MAX_COACHES = 100;
/** Key of the directory's own row: it counts coaches that come and go. */
const DIRECTORY = 0;

const getPaths = (coachId: number) => [
  `/api/coaches/${coachId}/`,
  `/api/reviews/by-coach/${coachId}/`,
];

/** Triggers count changes, whichever server makes them. */
const getRevisions: Handler<'GET /api/revisions/'> = async ({ db }) => {
  const rows = await db
    .select({
      coachId: coachRevisions.coachId,
      revision: coachRevisions.revision,
      isPublic: sql<boolean>`${users.id} IS NOT NULL AND ${isActive}`,
    })
    .from(coachRevisions)
    .leftJoin(coaches, eq(coaches.id, coachRevisions.coachId))
    .leftJoin(users, eq(users.id, coaches.userId))
    .where(ne(coachRevisions.coachId, DIRECTORY))
    .orderBy(desc(coachRevisions.revision))
    .limit(MAX_COACHES);
  const [directory] = await db
    .select({ revision: coachRevisions.revision })
    .from(coachRevisions)
    .where(eq(coachRevisions.coachId, DIRECTORY));
  const publicCoaches = rows.filter(({ isPublic }) => isPublic);
  const removed = rows.filter(({ isPublic }) => !isPublic);
  const entries = publicCoaches.flatMap(({ coachId, revision }) =>
    getPaths(coachId).map((path) => [path, String(revision)] as const),
  );
  return {
    revisions: Object.fromEntries(entries),
    removed: removed.flatMap(({ coachId }) => getPaths(coachId)),
    range: {
      oldest: rows.length < MAX_COACHES ? 0 : (rows.at(-1)?.revision ?? 0),
      newest: rows[0]?.revision ?? 0,
    },
    lists: { [LIST]: String(directory?.revision ?? 0) },
  };
};

export const revisionHandlers = {
  'GET /api/revisions/': getRevisions,
} satisfies Partial<Handlers>;
