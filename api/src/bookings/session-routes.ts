import { createRoute, z } from '@hono/zod-openapi';
import { mySession, status } from 'contracts/api';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { signedIn } from '../accounts/access-token';
import { bookings, coaches, reviews, services as serviceTable } from '../db/schema';
import { detail, id, text } from '../http/fields';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';
import { cancelSession } from './cancel';
import { requestRefund } from './guarantee';
import { money } from './money';
import { windows } from './windows';

/** What a student has booked, and changes. */
export function sessionRoutes(services: Services) {
  const { db } = services;
  const app = createRouter();
  const common = { security: bearer, middleware: signedIn(services) };
  const params = z.object({ id });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/my-sessions/',
      summary: "The student's sessions",
      ...common,
      responses: { 200: json(z.array(mySession)), ...refusals },
    }),
    async (context) => {
      const rows = await db
        .select({ booking: bookings, coachName: coaches.name, service: serviceTable.slug, reviewId: reviews.id })
        .from(bookings)
        .innerJoin(coaches, eq(coaches.id, bookings.coachId))
        .innerJoin(serviceTable, eq(serviceTable.id, bookings.serviceId))
        .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
        .where(and(eq(bookings.studentId, context.var.userId), inArray(bookings.status, status.options)))
        .orderBy(desc(bookings.startsAt), desc(bookings.id));
      return context.json(
        rows.map(({ booking, coachName, service, reviewId }) => ({
          id: booking.id,
          coach_name: coachName,
          session_time: booking.startsAt?.toISOString() ?? null,
          duration_minutes: booking.durationMinutes,
          status: booking.status as z.infer<typeof status>,
          service_type: service,
          has_review: reviewId !== null,
          ...money(booking),
          ...windows(booking),
        })),
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/my-sessions/{id}/cancel/',
      summary: "Cancel one's own session while it is free of charge; the payment goes back",
      ...common,
      request: { params },
      responses: { 200: json(detail), ...refusals },
    }),
    async (context) => {
      await cancelSession(services, context.var.userId, context.req.valid('param').id);
      return context.json({ detail: 'Session cancelled' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/my-sessions/{id}/refund/',
      summary: "The guarantee: return the payment of one's own completed session",
      ...common,
      request: { params, ...jsonBody(z.object({ reason: text(1000).trim().optional() })) },
      responses: { 200: json(detail), ...refusals },
    }),
    async (context) => {
      const { reason = '' } = context.req.valid('json');
      await requestRefund(services, context.var.userId, context.req.valid('param').id, reason);
      return context.json({ detail: 'Refund requested' }, 200);
    },
  );
  return app;
}
