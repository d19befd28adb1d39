import { createRoute, z } from '@hono/zod-openapi';
import { and, eq } from 'drizzle-orm';
import { signedIn } from '../accounts/access-token';
import { bookings, chatAccounts } from '../db/schema';
import { detail, filled, id, text } from '../http/fields';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';
import { type BookingToPay, openCheckout } from './checkout';
import { providerDown } from './provider';
import { purchase, purchaseOf } from './purchase';
import { settlePayment } from './settle';
import { whyNot } from './why-not';

export function paymentRoutes(services: Services) {
  const { db } = services;
  const app = createRouter();
  const page = json(z.object({ sessionId: z.string(), url: z.string().nullable() }));
  const pageResponses = { 200: page, 502: json(detail, 'The payment provider does not answer'), ...refusals };
  const open = (which: BookingToPay) => openCheckout(services, which).catch(providerDown);

  // price, quantity and slot come along by the specification; the booking's own count
  const checkout = z.object({ booking_id: id, coachId: id, serviceId: id, contactInfo: filled(200), details: filled(4000) });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/create-checkout-session/',
      summary: 'Open the payment page of a booking',
      request: jsonBody(checkout),
      responses: pageResponses,
    }),
    async (context) => {
      const { booking_id, coachId, serviceId, contactInfo, details } = context.req.valid('json');
      return context.json(await open({ bookingId: booking_id, coachId, serviceId, contact: contactInfo, details }), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/bookings/{id}/checkout/',
      summary: "Go on to the payment page of one's own booking that is still held",
      security: bearer,
      middleware: signedIn(services),
      request: { params: z.object({ id }) },
      responses: pageResponses,
    }),
    async (context) => context.json(await open({ bookingId: context.req.valid('param').id, studentId: context.var.userId }), 200),
  );

  const info = z.object({
    booking_id: z.number().optional(),
    status: z.string().optional(),
    error: z.string().optional(),
    /** The chat account that the student has linked. */
    discord: z.object({ username: z.string() }).nullable().optional(),
    purchase: purchase.optional(),
  });
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/stripe/success-info/',
      summary: 'The booking of a payment session',
      security: bearer,
      middleware: signedIn(services),
      request: { query: z.object({ session_id: text(200).min(1) }) },
      responses: {
        ...refusals,
        200: json(info),
        202: json(info, 'Not paid yet'),
        404: json(info, 'No booking of yours'),
        410: json(info, 'Not paid in time, cancelled, or the payment is returned'),
      },
    }),
    async (context) => {
      const sessionId = context.req.valid('query').session_id;
      const own = and(eq(bookings.checkoutSession, sessionId), eq(bookings.studentId, context.var.userId));
      const find = async () => (await db.select().from(bookings).where(own))[0];
      let booking = await find();
      if (!booking) return context.json({ error: 'There is no booking of yours for this payment.' }, 404);
      if (!booking.paidAt) {
        await settlePayment(services, sessionId).catch((error: Error) => console.warn(`payment not checked yet: ${error.name}`));
        booking = (await find()) ?? booking;
      }
      if (booking.status === 'pending_payment') return context.json({ status: 'pending' }, 202);
      const error = whyNot(booking);
      if (error) return context.json({ error }, 410);
      const [discord = null] = await db
        .select({ username: chatAccounts.username })
        .from(chatAccounts)
        .where(eq(chatAccounts.userId, context.var.userId));
      return context.json({ booking_id: booking.id, discord, purchase: await purchaseOf(db, booking.id) }, 200);
    },
  );
  return app;
}
