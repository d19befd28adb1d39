import { createRoute, z } from '@hono/zod-openapi';
import { review } from 'contracts/api';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { signedIn } from '../accounts/access-token';
import { isUniqueViolation } from '../db/errors';
import { bookings, coaches, reviews } from '../db/schema';
import { id, text } from '../http/fields';
import { notFound, Problem } from '../http/problem';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';

/** The name of whoever gave none, or has left. */
export const ANONYMOUS = 'Anonymous';
const MOST_REVIEWS = 200;

export function reviewRoutes(services: Services) {
  const { db } = services;
  const app = createRouter();

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/reviews/by-coach/{id}/',
      summary: "A coach's reviews",
      request: { params: z.object({ id }) },
      responses: { 200: json(z.array(review)), ...refusals },
    }),
    async (context) => {
      const coachId = context.req.valid('param').id;
      const [coach] = await db.select({ id: coaches.id }).from(coaches).where(eq(coaches.id, coachId));
      if (!coach) throw notFound();
      const rows = await db
        .select()
        .from(reviews)
        .where(and(eq(reviews.coachId, coachId), isNull(reviews.hiddenBecause)))
        .orderBy(desc(reviews.id))
        .limit(MOST_REVIEWS);
      return context.json(
        rows.map(({ id, reviewerName, comment, rating, bookingId }) => ({
          id,
          reviewer_name: reviewerName,
          avatar_url: null,
          comment,
          rating,
          verified: bookingId !== null,
        })),
        200,
      );
    },
  );

  const body = z.object({
    booking: id,
    reviewer_name: text(80).trim(),
    rating: z.number().int().min(1).max(5),
    comment: text(4000).trim(),
  });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/reviews/',
      summary: 'Review a completed session',
      security: bearer,
      middleware: signedIn(services),
      request: jsonBody(body),
      responses: { 201: json(z.object({ id: z.number() })), ...refusals },
    }),
    async (context) => {
      const { userId: studentId } = context.var;
      const { booking: bookingId, reviewer_name, rating, comment } = context.req.valid('json');
      const [booking] = await db
        .select()
        .from(bookings)
        .where(and(eq(bookings.id, bookingId), eq(bookings.studentId, studentId)));
      if (!booking) throw notFound();
      if (booking.status !== 'completed') throw new Problem(400, 'Only a completed session can be reviewed.');
      const [created] = await db
        .insert(reviews)
        .values({ coachId: booking.coachId, bookingId, reviewerName: reviewer_name || ANONYMOUS, rating, comment })
        .returning({ id: reviews.id })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new Problem(409, 'You have reviewed this session already.') : error;
        });
      return context.json({ id: created?.id ?? 0 }, 201);
    },
  );
  return app;
}
