import { createHash, timingSafeEqual } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import { signedIn } from '../accounts/access-token';
import { reviewReports, reviews } from '../db/schema';
import { id, text } from '../http/fields';
import { notFound, Problem } from '../http/problem';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Reporting a review (members), and seeing and hiding reported ones (the operator, who knows OPERATOR_TOKEN). */
export function reviewReportRoutes(services: Services) {
  const { db, config } = services;
  const app = createRouter();
  const reason = z.object({ reason: text(1000).trim().min(1) });

  const operatorOnly = createMiddleware(async (context, next) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
    if (!config.operatorToken || !timingSafeEqual(digest(token), digest(config.operatorToken)))
      throw new Problem(401, 'For the operator only.');
    await next();
  });

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/reviews/{id}/report/',
      summary: 'Report a review to the operator',
      security: bearer,
      middleware: signedIn(services),
      request: { params: z.object({ id }), ...jsonBody(reason) },
      responses: { 202: json(z.object({ detail: z.string() })), ...refusals },
    }),
    async (context) => {
      const { userId } = context.var;
      const reviewId = context.req.valid('param').id;
      const [known] = await db
        .select({ id: reviews.id })
        .from(reviews)
        .where(and(eq(reviews.id, reviewId), isNull(reviews.hiddenBecause)));
      if (!known) throw notFound();
      await db
        .insert(reviewReports)
        .values({ reviewId, userId, ...context.req.valid('json') })
        .onConflictDoNothing();
      return context.json({ detail: 'Thank you. We will look at this review.' }, 202);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/reviews/reported/',
      summary: 'Reviews that members have reported, the most reported first (operator)',
      security: bearer,
      middleware: operatorOnly,
      responses: { 200: json(z.array(z.object({ id: z.number(), comment: z.string(), reports: z.number() }))), ...refusals },
    }),
    async (context) => {
      const rows = await db
        .select({ id: reviews.id, comment: reviews.comment, reports: count() })
        .from(reviewReports)
        .innerJoin(reviews, eq(reviews.id, reviewReports.reviewId))
        .where(isNull(reviews.hiddenBecause))
        .groupBy(reviews.id)
        .orderBy(desc(count()));
      return context.json(rows, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/reviews/{id}/hide/',
      summary: 'Take a review off the site, with the reason (operator)',
      security: bearer,
      middleware: operatorOnly,
      request: { params: z.object({ id }), ...jsonBody(reason) },
      responses: { 200: json(z.object({ id: z.number() })), ...refusals },
    }),
    async (context) => {
      const [hidden] = await db
        .update(reviews)
        .set({ hiddenBecause: context.req.valid('json').reason })
        .where(eq(reviews.id, context.req.valid('param').id))
        .returning({ id: reviews.id });
      if (!hidden) throw notFound();
      return context.json(hidden, 200);
    },
  );
  return app;
}
