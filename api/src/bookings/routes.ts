import { createRoute, z } from '@hono/zod-openapi';
import { mySession, status } from 'contracts/api';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { signedIn } from '../accounts/access-token';
import { calendarDay } from '../coaches/routes';
import { bookings, coaches, reviews, services as serviceTable } from '../db/schema';
import { filled, id, text } from '../http/fields';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';
import { createBooking } from './create';
import { money } from './money';

const MOST_UNITS = 100;

const slot = z.object({
  date: calendarDay,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'must be HH:MM'),
  displayTime: text(60).optional(),
  label: text(60).optional(),
});
const order = z.object({
  coach_id: id,
  service_id: id,
  quantity: z.coerce.number().int().min(1).max(MOST_UNITS),
  contact_info: filled(200),
  details: filled(4000),
  slot: slot.nullable(),
});

/** What a student orders, and has booked. */
export function bookingRoutes(services: Services) {
  const { db } = services;
  const app = createRouter();
  const common = { security: bearer, middleware: signedIn(services) };

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/create-booking/',
      summary: 'Hold a slot until it is paid',
      ...common,
      request: jsonBody(order),
      responses: { 201: json(z.object({ booking_id: z.number() })), ...refusals },
    }),
    async (context) => {
      const { coach_id, service_id, quantity, contact_info, details, slot } = context.req.valid('json');
      const bookingId = await createBooking(services, context.var.userId, {
        coachId: coach_id,
        serviceId: service_id,
        quantity,
        contact: contact_info,
        details,
        slot,
      });
      return context.json({ booking_id: bookingId }, 201);
    },
  );

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
        })),
        200,
      );
    },
  );

  return app;
}
