import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect } from 'vitest';
import { bookings } from '../src/core/db/schema';
import type { Harness } from './harness';
import { deliverEvent } from './ledger-world';
import { webhook } from './webhook';

/** Bookings whose refunds fail, as an operator sees them. */
export function refundWorld(api: () => Harness) {
  const post = (path: string, body: object = {}) =>
    api().send('POST', `/api/operator/${path}`, body, api().config.operatorToken);
  const get = async (path: string) =>
    (await api().send('GET', `/api/operator/${path}`, undefined, api().config.operatorToken)).body;
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const readIncidents = async (id: number) =>
    (await get('incidents/')).filter(({ booking_id }: { booking_id: number }) => booking_id === id);
  const readRefunds = async (id: number): Promise<Stripe.Refund[]> => {
    const { paymentIntent } = (await row(id)) ?? {};
    return (await api().stripe.refunds.list({ payment_intent: paymentIntent ?? '' })).data;
  };

  /** Pays a booking of 75 USD without a time. `change`: of the booking before the payment. */
  async function paid(
    name: string,
    refunds?: 'pending' | 'failed',
    change?: Partial<typeof bookings.$inferInsert>,
  ) {
    const [student] = await api().newCrowd(name, 1);
    const order = api().order(null, { service_id: 4 });
    const booked = await api().send('POST', '/api/create-booking/', order, student?.token);
    const { booking_id: id } = booked.body;
    const opened = await api().send('POST', `/api/bookings/${id}/checkout/`, {}, student?.token);
    if (change) await api().db.update(bookings).set(change).where(eq(bookings.id, id));
    await api().pay(opened.body.sessionId, refunds);
    await webhook(api(), opened.body.sessionId);
    const mails = async () => (await api().mailsTo(`${name}0@example.com`)).map(({ body }) => body);
    return { id: id as number, token: student?.token ?? '', mails };
  }
  /** The bank returns a refund: the last one, or an earlier one. Its events come with `tellFailure`. */
  async function returnByBank(id: number, nth = 0): Promise<void> {
    const refund = (await readRefunds(id))[nth];
    await fetch(`${api().sandbox.origin}/refunds/${refund?.id}/fail`, { method: 'POST' });
  }
  async function tellFailure(id: number, nth = 0): Promise<void> {
    const object = (await readRefunds(id))[nth] ?? {};
    for (const type of ['refund.failed', 'charge.refund.updated'])
      expect((await deliverEvent(api(), type, { object })).status).toBe(200);
  }
  async function failLast(id: number): Promise<void> {
    await returnByBank(id);
    await tellFailure(id);
  }
  const openCents = async (id: number) =>
    (await readIncidents(id)).map(({ amount_cents }: { amount_cents: number }) => amount_cents);

  return {
    ...{ post, get, row, readIncidents, readRefunds, openCents },
    ...{ paid, returnByBank, tellFailure, failLast },
  };
}
