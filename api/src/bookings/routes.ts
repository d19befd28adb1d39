import { createRoute, z } from '@hono/zod-openapi';
import { signedIn } from '../accounts/access-token';
import { calendarDay } from '../coaches/routes';
import { filled, id, text } from '../http/fields';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';
import { createBooking } from './create';

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

/** What a student orders. */
export function bookingRoutes(services: Services) {
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
  return app;
}
