import { PAGE_ROWS } from '@carry/contracts/limits';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../core/db/open';
import { bookings, coaches, reviewReports, reviews } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { isPaged } from '../../core/http/stream-json';
import { cutPage, isBetween, readCursor, writeCursor } from '../../core/lists/page';
import { attemptReport } from '../accounts/rate-limits';
import { publicCoach } from '../coaches/coach-lookup';

export const ANONYMOUS = 'Anonymous';
/** Limits of the list without query parameters: a site reads at most 1 MB. */
const MAX_REVIEWS = 200;
const MAX_BYTES = 900_000;

const listReviews: Handler<'GET /api/reviews/by-coach/{id}/'> = async (
  { db, metrics },
  { params: { id: coachId }, query },
) => {
  const paged = isPaged(query);
  const { cursor, limit = paged ? PAGE_ROWS : MAX_REVIEWS } = query;
  if (!(await publicCoach(db, coachId))) throw notFound();
  const last = cursor === undefined ? undefined : readCursor(cursor, z.int32());
  const rows = await db
    .select()
    .from(reviews)
    .where(
      and(
        isBetween({ key: [reviews.coachId, reviews.id], owner: coachId }, { before: last }),
        isNull(reviews.hiddenBecause),
      ),
    )
    .orderBy(desc(reviews.coachId), desc(reviews.id))
    .limit(limit + 1);
  const shown = rows.map(({ id, reviewerName, comment, rating, bookingId, reply }) => ({
    id,
    reviewer_name: reviewerName,
    avatar_url: null,
    comment,
    rating,
    verified: bookingId !== null,
    reply,
  }));
  const page = cutPage(shown, {
    rows: limit,
    ...(!paged && { bytes: MAX_BYTES }),
    getCursor: ({ id }) => writeCursor(id),
  });
  if (paged) return page;
  if (page.next !== null) metrics.reportCut('reviews of a coach', page.results.length);
  return page.results;
};

type Review = typeof reviews.$inferSelect;

async function findReview(
  db: Database,
  {
    bookingId,
    reviewerName,
    rating,
    comment,
  }: Pick<Review, 'reviewerName' | 'rating' | 'comment'> & { bookingId: number },
): Promise<{ id: number } | undefined> {
  const [review] = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      and(
        eq(reviews.bookingId, bookingId),
        eq(reviews.reviewerName, reviewerName),
        eq(reviews.rating, rating),
        eq(reviews.comment, comment),
      ),
    );
  return review;
}

const createReview: Handler<'POST /api/reviews/'> = async ({ db }, { userId, body }) => {
  const { booking: bookingId, reviewer_name, rating, comment } = body;
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.studentId, userId)));
  if (!booking) throw notFound();
  if (booking.status !== 'completed')
    throw new Problem(400, 'Only a completed session can be reviewed.');
  const review = { bookingId, reviewerName: reviewer_name || ANONYMOUS, rating, comment };
  const [created] = await db
    .insert(reviews)
    .values({ ...review, coachId: booking.coachId })
    .onConflictDoNothing({ target: reviews.bookingId })
    .returning({ id: reviews.id });
  const sent = created ?? (await findReview(db, review)); // its response may have been lost
  if (!sent) throw new Problem(409, "You've already reviewed this session.");
  return sent;
};

const replyToReview: Handler<'POST /api/reviews/{id}/reply/'> = async (
  { db },
  { userId, params: { id }, body: { reply } },
) => {
  const taught = db.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, userId));
  const replied = await db
    .update(reviews)
    .set({ reply: reply || null })
    .where(and(eq(reviews.id, id), inArray(reviews.coachId, taught), isNull(reviews.hiddenBecause)))
    .returning({ id: reviews.id });
  if (replied.length === 0) throw notFound();
  return { detail: reply ? 'Reply saved' : 'Reply removed' };
};

const reportReview: Handler<'POST /api/reviews/{id}/report/'> = async (
  { db, now },
  { userId, params: { id: reviewId }, body: { reason } },
) => {
  const [review] = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.id, reviewId), isNull(reviews.hiddenBecause)));
  if (!review) throw notFound();
  await attemptReport(db, now(), userId);
  await db.insert(reviewReports).values({ reviewId, userId, reason }).onConflictDoNothing();
  return { detail: "Thanks! We'll take a look at this review." };
};

export const reviewHandlers = {
  'GET /api/reviews/by-coach/{id}/': listReviews,
  'POST /api/reviews/': createReview,
  'POST /api/reviews/{id}/reply/': replyToReview,
  'POST /api/reviews/{id}/report/': reportReview,
} satisfies Partial<Handlers>;
