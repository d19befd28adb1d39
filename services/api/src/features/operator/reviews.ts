import type { ReviewFilter } from '@carry/contracts/api';
import { and, count, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { coaches, reviewReports, reviews } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { MAX_INTEGER } from '../../core/lists/page';
import { after, listOrderColumns, listOrPage, MAX_LISTED, type SortKey } from './search';

const MAX_REASONS = 20;

const hidden = isNotNull(reviews.hiddenBecause);
const reported = isNotNull(reviewReports.userId);

const isIn = (state: ReviewFilter | undefined) =>
  state === 'hidden'
    ? hidden
    : state === 'reported'
      ? and(reported, isNull(reviews.hiddenBecause))
      : or(reported, hidden);

/** Reviews of any state. Without this condition, PostgreSQL reads all reviews. */
const isListed = sql`${reviews.id} IN (SELECT ${reviewReports.reviewId} FROM ${reviewReports}
  UNION ALL SELECT id FROM reviews WHERE hidden_because IS NOT NULL)`;

async function readReports({ db, metrics }: Dependencies, ids: number[]) {
  if (ids.length === 0) return [];
  const ranked = db
    .select({
      reviewId: reviewReports.reviewId,
      reason: reviewReports.reason,
      rank: sql<number>`row_number() OVER (PARTITION BY ${reviewReports.reviewId} ORDER BY ${reviewReports.createdAt} DESC, ${reviewReports.userId})`
        .mapWith(Number)
        .as('rank'),
    })
    .from(reviewReports)
    .where(inArray(reviewReports.reviewId, ids))
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(lte(ranked.rank, MAX_REASONS + 1))
    .orderBy(ranked.rank);
  const kept = rows.filter(({ rank }) => rank <= MAX_REASONS);
  if (kept.length < rows.length) metrics.reportCut('reports of a review', MAX_REASONS);
  return kept;
}

const list: Handler<'GET /api/operator/reviews/'> = async (
  deps,
  { query: { state, below, limit } },
) => {
  const { db } = deps;
  const listed = db.$with('listed').as(
    db
      .select({
        id: reviews.id,
        isHidden: sql<boolean>`${hidden}`.as('is_hidden'),
        reports: count(reviewReports.userId).as('reports'),
      })
      .from(reviews)
      .leftJoin(reviewReports, eq(reviewReports.reviewId, reviews.id))
      .where(and(isListed, isIn(state)))
      .groupBy(reviews.id),
  );
  const key: SortKey = [
    [sql`${listed.isHidden}`, sql`false`],
    [sql`-${listed.reports}`, sql`${-MAX_INTEGER}::integer`],
    [sql`-${listed.id}`, sql`${-MAX_INTEGER}::integer`],
  ];
  const rows = await db
    .with(listed)
    .select({
      id: reviews.id,
      coach_id: reviews.coachId,
      coach: coaches.name,
      reviewer_name: reviews.reviewerName,
      rating: reviews.rating,
      comment: reviews.comment,
      reply: reviews.reply,
      hidden_because: reviews.hiddenBecause,
    })
    .from(listed)
    .innerJoin(reviews, eq(reviews.id, listed.id))
    .innerJoin(coaches, eq(coaches.id, reviews.coachId))
    .where(
      below === undefined ? undefined : after({ key, list: listed, last: eq(listed.id, below) }),
    )
    .orderBy(...listOrderColumns(key))
    .limit(MAX_LISTED + 1);
  const ids = rows.map(({ id }) => id);
  const reports = await readReports(deps, ids);
  const shown = rows.map((review) => ({
    ...review,
    reasons: reports.filter(({ reviewId }) => reviewId === review.id).map(({ reason }) => reason),
  }));
  return listOrPage(shown, limit);
};

/** Drops the reports, too, so that the count of reported reviews never reads those of hidden ones. */
const hide: Handler<'POST /api/operator/reviews/{id}/hide/'> = async (
  { db },
  { params, body: { reason } },
) =>
  transact(db, async (tx) => {
    const hidden = await tx
      .update(reviews)
      .set({ hiddenBecause: reason })
      .where(eq(reviews.id, params.id))
      .returning({ id: reviews.id });
    if (hidden.length === 0) throw notFound();
    await tx.delete(reviewReports).where(eq(reviewReports.reviewId, params.id));
    return { detail: 'Hidden' };
  });

/** Throws 409 if a review is not as the operator saw it; undefined: not checked. */
function assertStateUnchanged(isHidden: boolean, state: ReviewFilter | undefined): void {
  if (state === undefined || isHidden === (state === 'hidden')) return;
  throw new Problem(
    409,
    isHidden ? 'This review has already been hidden.' : 'This review is already shown again.',
  );
}

const restore: Handler<'POST /api/operator/reviews/{id}/restore/'> = async (
  { db },
  { params, query },
) =>
  transact(db, async (tx) => {
    const [review] = await tx
      .select({ hiddenBecause: reviews.hiddenBecause })
      .from(reviews)
      .where(eq(reviews.id, params.id))
      .for('update');
    if (!review) throw notFound();
    assertStateUnchanged(review.hiddenBecause !== null, query.state);
    await tx.update(reviews).set({ hiddenBecause: null }).where(eq(reviews.id, params.id));
    await tx.delete(reviewReports).where(eq(reviewReports.reviewId, params.id));
    return { detail: 'Shown' };
  });

/** Closes the reports, too, so it requires a reply: that of the operator's page, if given. The coach can reply again, and members can report that reply. */
const removeReply: Handler<'POST /api/operator/reviews/{id}/reply/remove/'> = async (
  { db },
  { params, body: { seen } },
) =>
  transact(db, async (tx) => {
    const [review] = await tx
      .select({ reply: reviews.reply })
      .from(reviews)
      .where(eq(reviews.id, params.id))
      .for('update');
    if (!review) throw notFound();
    if (review.reply === null) throw new Problem(409, 'This review has no reply.');
    if (seen !== undefined && seen !== review.reply)
      throw new Problem(409, 'The coach changed this reply in the meantime. Read it again first.');
    await tx.update(reviews).set({ reply: null }).where(eq(reviews.id, params.id));
    await tx.delete(reviewReports).where(eq(reviewReports.reviewId, params.id));
    return { detail: 'Reply removed' };
  });

export const operatorReviewHandlers = {
  'GET /api/operator/reviews/': list,
  'POST /api/operator/reviews/{id}/hide/': hide,
  'POST /api/operator/reviews/{id}/restore/': restore,
  'POST /api/operator/reviews/{id}/reply/remove/': removeReply,
} satisfies Partial<Handlers>;
