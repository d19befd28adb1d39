import { count, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { reviewReports, reviews } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { MAX_LISTED } from './search';

const list: Handler<'GET /api/operator/reviews/'> = async ({ db }) => {
  const rows = await db
    .select({ review: reviews, reports: count(reviewReports.userId) })
    .from(reviews)
    .leftJoin(reviewReports, eq(reviewReports.reviewId, reviews.id))
    .where(or(isNotNull(reviewReports.userId), isNotNull(reviews.hiddenBecause)))
    .groupBy(reviews.id)
    .orderBy(isNotNull(reviews.hiddenBecause), desc(count(reviewReports.userId)), desc(reviews.id))
    .limit(MAX_LISTED);
  const ids = rows.map(({ review }) => review.id);
  const reports =
    ids.length === 0
      ? []
      : await db.select().from(reviewReports).where(inArray(reviewReports.reviewId, ids));
  return rows.map(({ review }) => ({
    id: review.id,
    coach_id: review.coachId,
    reviewer_name: review.reviewerName,
    rating: review.rating,
    comment: review.comment,
    reasons: reports.filter(({ reviewId }) => reviewId === review.id).map(({ reason }) => reason),
    hidden_because: review.hiddenBecause,
  }));
};

const hide: Handler<'POST /api/operator/reviews/{id}/hide/'> = async (
  { db },
  { params, body: { reason } },
) => {
  const hidden = await db
    .update(reviews)
    .set({ hiddenBecause: reason })
    .where(eq(reviews.id, params.id))
    .returning({ id: reviews.id });
  if (hidden.length === 0) throw notFound();
  return { detail: 'Hidden' };
};

const restore: Handler<'POST /api/operator/reviews/{id}/restore/'> = async ({ db }, { params }) =>
  transact(db, async (tx) => {
    const shown = await tx
      .update(reviews)
      .set({ hiddenBecause: null })
      .where(eq(reviews.id, params.id))
      .returning({ id: reviews.id });
    if (shown.length === 0) throw notFound();
    await tx.delete(reviewReports).where(eq(reviewReports.reviewId, params.id));
    return { detail: 'Shown' };
  });

export const operatorReviewHandlers = {
  'GET /api/operator/reviews/': list,
  'POST /api/operator/reviews/{id}/hide/': hide,
  'POST /api/operator/reviews/{id}/restore/': restore,
} satisfies Partial<Handlers>;
