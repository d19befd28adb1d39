import { createRoute, z } from '@hono/zod-openapi';
import { and, eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { requireUser } from '../accounts/access-token';
import { bookings } from '../db/schema';
import { filled, id, text } from '../http/fields';
import { Problem } from '../http/problem';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';
import { openCheckout } from './checkout';
import { settlePayment } from './settle';

const PAID_EVENTS = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);

export function paymentRoutes(services: Services) {
  const { db, stripe, config } = services;
  const app = createRouter();

  // price, quantity and slot come along by the specification; the booking's own count
  const checkout = z.object({ booking_id: id, coachId: id, serviceId: id, contactInfo: filled(200), details: filled(4000) });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/create-checkout-session/',
      summary: 'Open the payment page of a booking',
      request: jsonBody(checkout),
      responses: { 200: json(z.object({ sessionId: z.string(), url: z.string().nullable() })), ...refusals },
    }),
    async (context) => {
      const { booking_id, coachId, serviceId, contactInfo, details } = context.req.valid('json');
      const session = await openCheckout(services, { bookingId: booking_id, coachId, serviceId, contact: contactInfo, details }).catch(
        (error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeError)) throw error;
          console.error(`the payment provider failed: ${error.message}`);
          throw new Problem(502, 'The payment provider does not answer. Please try again.');
        },
      );
      return context.json(session, 200);
    },
  );

  const info = z.object({ booking_id: z.number().optional(), status: z.string().optional(), error: z.string().optional() });
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/stripe/success-info/',
      summary: 'The booking of a payment session',
      security: bearer,
      request: { query: z.object({ session_id: text(200).min(1) }) },
      responses: {
        ...refusals,
        200: json(info),
        202: json(info, 'Not paid yet'),
        404: json(info, 'No booking of yours'),
        410: json(info, 'The payment is returned'),
      },
    }),
    async (context) => {
      const studentId = await requireUser(services, context);
      const sessionId = context.req.valid('query').session_id;
      const own = and(eq(bookings.checkoutSession, sessionId), eq(bookings.studentId, studentId));
      const find = async () => (await db.select({ id: bookings.id, status: bookings.status }).from(bookings).where(own))[0];
      let booking = await find();
      if (!booking) return context.json({ error: 'There is no booking of yours for this payment.' }, 404);
      if (booking.status === 'pending_payment' || booking.status === 'expired') {
        const session = await stripe.checkout.sessions.retrieve(sessionId).catch(() => null);
        if (session) await settlePayment(services, session);
        booking = (await find()) ?? booking;
      }
      if (booking.status === 'pending_payment') return context.json({ status: 'pending' }, 202);
      if (booking.status === 'expired' || booking.status === 'refund_due')
        return context.json({ error: 'This booking was not paid in time.' }, 410);
      return context.json({ booking_id: booking.id }, 200);
    },
  );

  app.post('/api/stripe/webhook/', async (context) => {
    const body = await context.req.text();
    let event: Stripe.Event;
    try {
      event = await stripe.webhooks.constructEventAsync(body, context.req.header('stripe-signature') ?? '', config.stripe.webhookSecret);
    } catch {
      throw new Problem(400, 'The signature does not fit.');
    }
    if (PAID_EVENTS.has(event.type))
      await settlePayment(services, event.data.object as Stripe.Checkout.Session, { id: event.id, type: event.type });
    return context.json({ received: true });
  });
  return app;
}
