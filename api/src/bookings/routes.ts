import { createRoute, z } from '@hono/zod-openapi';
import { mySession, status } from 'contracts/api';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { requireUser } from '../accounts/access-token';
import { calendarDay } from '../coaches/routes';
import { isExclusionViolation } from '../db/errors';
import { bookings, coaches, reviews, services as serviceTable, users } from '../db/schema';
import { detail, filled, id, text } from '../http/fields';
import { notFound, Problem } from '../http/problem';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import { statusMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import type { Services } from '../services';
import { createBooking } from './create';

/** The statuses that clients know; the others are internal. */
const listed = status.options;
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
});

export function bookingRoutes(services: Services) {
  const { db, config, now } = services;
  const app = createRouter();

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/create-booking/',
      summary: 'Hold a slot until it is paid',
      security: bearer,
      request: jsonBody(order),
      responses: { 201: json(z.object({ booking_id: z.number() })), ...refusals },
    }),
    async (context) => {
      const studentId = await requireUser(services, context);
      const { coach_id, service_id, quantity, contact_info, details, slot } = context.req.valid('json');
      const bookingId = await createBooking(services, studentId, {
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
      security: bearer,
      responses: { 200: json(z.array(mySession)), ...refusals },
    }),
    async (context) => {
      const studentId = await requireUser(services, context);
      const rows = await db
        .select({ booking: bookings, coachName: coaches.name, service: serviceTable.slug, reviewId: reviews.id })
        .from(bookings)
        .innerJoin(coaches, eq(coaches.id, bookings.coachId))
        .innerJoin(serviceTable, eq(serviceTable.id, bookings.serviceId))
        .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
        .where(and(eq(bookings.studentId, studentId), inArray(bookings.status, listed)))
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
        })),
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/bookings/',
      summary: "The coach's bookings",
      security: bearer,
      responses: { 200: json(z.array(coachBooking)), ...refusals },
    }),
    async (context) => {
      const userId = await requireUser(services, context);
      const rows = await db
        .select({ booking: bookings, slug: serviceTable.slug, label: serviceTable.label })
        .from(bookings)
        .innerJoin(coaches, eq(coaches.id, bookings.coachId))
        .innerJoin(serviceTable, eq(serviceTable.id, bookings.serviceId))
        .where(and(eq(coaches.userId, userId), inArray(bookings.status, listed)))
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
        })),
        200,
      );
    },
  );

  /** The id of a listed booking of this coach; 404 for any other. */
  async function ownBooking(userId: number, bookingId: number): Promise<{ id: number; student: string; status: string }> {
    const [found] = await db
      .select({ id: bookings.id, student: users.email, status: bookings.status })
      .from(bookings)
      .innerJoin(coaches, eq(coaches.id, bookings.coachId))
      .innerJoin(users, eq(users.id, bookings.studentId))
      .where(and(eq(bookings.id, bookingId), eq(coaches.userId, userId), inArray(bookings.status, listed)));
    if (!found) throw notFound();
    return found;
  }

  const params = z.object({ id });
  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/bookings/{id}/status/',
      summary: 'Set the status of a booking',
      security: bearer,
      request: { params, ...jsonBody(z.object({ status })) },
      responses: { 200: json(detail), ...refusals },
    }),
    async (context) => {
      const userId = await requireUser(services, context);
      const next = context.req.valid('json').status;
      const booking = await ownBooking(userId, context.req.valid('param').id);
      await db
        .transaction(async (tx) => {
          await tx.update(bookings).set({ status: next }).where(eq(bookings.id, booking.id));
          if (booking.status !== next) await queueMail(tx, statusMail(config, booking.student, booking.id, next), now());
        })
        .catch((error: unknown) => {
          throw isExclusionViolation(error) ? new Problem(409, 'The time slot has been given to somebody else.') : error;
        });
      return context.json({ detail: 'Status updated' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/bookings/{id}/notes/',
      summary: "Save the coach's notes",
      security: bearer,
      request: { params, ...jsonBody(z.object({ notes: text(20_000) })) },
      responses: { 200: json(detail), ...refusals },
    }),
    async (context) => {
      const userId = await requireUser(services, context);
      const booking = await ownBooking(userId, context.req.valid('param').id);
      await db
        .update(bookings)
        .set({ notes: context.req.valid('json').notes })
        .where(eq(bookings.id, booking.id));
      return context.json({ detail: 'Notes updated' }, 200);
    },
  );
  return app;
}
