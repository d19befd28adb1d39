import { createRoute, z } from '@hono/zod-openapi';
import { refund, status } from 'contracts/api';
import { and, eq, inArray } from 'drizzle-orm';
import { signedIn } from '../accounts/access-token';
import { bookings, coaches, services as serviceTable } from '../db/schema';
import { detail, id, text } from '../http/fields';
import { notFound } from '../http/problem';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';
import { money } from './money';
import { changeStatus } from './status';

const coachBooking = z.object({
  id: z.number(),
  session_time: z.string().nullable(),
  duration_minutes: z.number(),
  service_type: z.string(),
  service_name: z.string(),
  contact_info: z.string(),
  details: z.string(),
  notes: z.string(),
  status,
  quantity: z.number(),
  amount: z.number(),
  refund,
});

/** What a coach sees of their bookings, and sets. */
export function coachBookingRoutes(services: Services) {
  const { db } = services;
  const app = createRouter();
  const common = { security: bearer, middleware: signedIn(services) };

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/bookings/',
      summary: "The coach's bookings",
      ...common,
      responses: { 200: json(z.array(coachBooking)), ...refusals },
    }),
    async (context) => {
      const rows = await db
        .select({ booking: bookings, slug: serviceTable.slug, label: serviceTable.label })
        .from(bookings)
        .innerJoin(coaches, eq(coaches.id, bookings.coachId))
        .innerJoin(serviceTable, eq(serviceTable.id, bookings.serviceId))
        .where(and(eq(coaches.userId, context.var.userId), inArray(bookings.status, status.options)))
        .orderBy(bookings.startsAt);
      return context.json(
        rows.map(({ booking, slug, label }) => ({
          id: booking.id,
          session_time: booking.startsAt?.toISOString() ?? null,
          duration_minutes: booking.durationMinutes,
          service_type: slug,
          service_name: label,
          contact_info: booking.contactInfo,
          details: booking.details,
          notes: booking.notes,
          status: booking.status as z.infer<typeof status>,
          ...money(booking),
        })),
        200,
      );
    },
  );

  /** Throws 404 unless this is a listed booking of this coach. */
  async function requireOwn(userId: number, bookingId: number): Promise<void> {
    const [found] = await db
      .select({ id: bookings.id })
      .from(bookings)
      .innerJoin(coaches, eq(coaches.id, bookings.coachId))
      .where(and(eq(bookings.id, bookingId), eq(coaches.userId, userId), inArray(bookings.status, status.options)));
    if (!found) throw notFound();
  }

  const params = z.object({ id });
  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/bookings/{id}/status/',
      summary: 'Set the status of a booking; cancelling a paid one returns the payment',
      ...common,
      request: { params, ...jsonBody(z.object({ status })) },
      responses: { 200: json(detail), ...refusals },
    }),
    async (context) => {
      const bookingId = context.req.valid('param').id;
      await requireOwn(context.var.userId, bookingId);
      await changeStatus(services, bookingId, context.req.valid('json').status);
      return context.json({ detail: 'Status updated' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/bookings/{id}/notes/',
      summary: "Save the coach's notes",
      ...common,
      request: { params, ...jsonBody(z.object({ notes: text(20_000) })) },
      responses: { 200: json(detail), ...refusals },
    }),
    async (context) => {
      const bookingId = context.req.valid('param').id;
      await requireOwn(context.var.userId, bookingId);
      await db
        .update(bookings)
        .set({ notes: context.req.valid('json').notes })
        .where(eq(bookings.id, bookingId));
      return context.json({ detail: 'Notes updated' }, 200);
    },
  );
  return app;
}
