import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import type { CrashWorld } from './crash-world';

/** Random step; targets are picked by index. */
export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      student: fc.nat(5),
      big: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('deliver webhook' as const), which: fc.nat(30) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('complete' as const), which: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('request refund' as const), which: fc.nat(30) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), which: fc.nat(30) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund part' as const),
      which: fc.nat(30),
      percent: fc.integer({ min: 1, max: 60 }),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Part {
  cents: number;
  /** Refunded before, as the operator saw it. */
  before: number;
}

export interface Order {
  id: number;
  session: string;
  cents: number;
  studentId: number;
  /** Cents of partial refunds that the API confirmed. */
  refunded: number;
  /** Partial refund whose response is unknown; the operator repeats it. */
  part: Part | null;
  /** A partial refund is running. */
  busy: boolean;
}

const SERVICES = { small: { id: 3, cents: 1800 }, big: { id: 4, cents: 7500 } };

/** People who order, complete and refund without a care for crashes. */
export function crashOrders(world: CrashWorld) {
  const { stripe, sandbox, people, secrets } = world;
  const orders: Order[] = [];
  const pick = (which: number) => orders[which % Math.max(orders.length, 1)];
  const operator = { token: secrets.OPERATOR_TOKEN };

  /** Orders and pays at the provider. A repeated order after a crash continues the first one. */
  async function order(student: number, big: boolean): Promise<void> {
    const studentId = people.students[student % people.students.length] ?? 0;
    const token = await world.readToken(studentId);
    const { id: service, cents } = big ? SERVICES.big : SERVICES.small;
    const body = {
      ...{ coach_id: people.coachId, service_id: service, quantity: 1, slot: null },
      ...{ contact_info: 'kim#1', details: 'Aim.' },
    };
    const booked = await world.call('POST', '/api/create-booking/', { token, body });
    const id = booked?.body.booking_id as number | undefined;
    if (!id) return;
    const opened = await world.call('POST', `/api/bookings/${id}/checkout/`, { token, body: {} });
    const session = opened?.body.sessionId as string | undefined;
    if (!session) return;
    await fetch(`${sandbox.origin}/c/pay/${session}/pay`, { method: 'POST', redirect: 'manual' });
    if (!orders.some((one) => one.id === id))
      orders.push({ id, session, cents, studentId, refunded: 0, part: null, busy: false });
    await deliver('checkout.session.completed', { id: session });
  }

  async function deliver(type: string, object: object): Promise<void> {
    const body = JSON.stringify({
      id: `evt_${randomBytes(8).toString('hex')}`,
      type,
      data: { object },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: secrets.STRIPE_WEBHOOK_SECRET,
    });
    const headers = { 'stripe-signature': signature };
    await world.call('POST', '/api/stripe/webhook/', { body, headers });
  }

  const readTransfers = async ({ id }: Order) =>
    (await stripe.transfers.list({ transfer_group: `booking-${id}` })).data;
  async function readCharge({ session }: Order): Promise<Stripe.Charge | null> {
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session, {
      expand: ['payment_intent.latest_charge'],
    });
    return (payment_intent as Stripe.PaymentIntent | null)?.latest_charge as Stripe.Charge | null;
  }

  /** Delivers the provider's events of an order, perhaps again. */
  async function deliverWebhook(one: Order): Promise<void> {
    const charge = await readCharge(one);
    await deliver('checkout.session.completed', { id: one.session });
    if (charge && charge.amount_refunded > 0) await deliver('charge.refunded', charge);
    for (const transfer of await readTransfers(one)) await deliver('transfer.created', transfer);
  }

  /** Refunds a part, or repeats the refund whose response was lost. */
  async function refundPart(one: Order, percent: number): Promise<void> {
    if (one.busy) return;
    one.busy = true;
    await sendPart(one, percent).finally(() => {
      one.busy = false;
    });
  }

  async function sendPart(one: Order, percent: number): Promise<void> {
    const rest = one.cents - one.refunded;
    one.part ??= {
      cents: Math.max(1, Math.floor((rest * percent) / 100)),
      before: one.refunded,
    };
    const { cents, before } = one.part;
    const answer = await world.call('POST', `/api/operator/bookings/${one.id}/refund/`, {
      ...operator,
      body: { amount: cents / 100, refunded: before / 100 },
    });
    if (!answer || answer.status >= 500) return;
    const isKnown = /is refunded by now/.test(answer.body.detail);
    if (answer.status === 409 && /is running/.test(answer.body.detail)) return;
    if (answer.status === 200 || isKnown) one.refunded += cents;
    one.part = null;
  }

  async function perform(step: Step): Promise<void> {
    if (step.do === 'order') return order(step.student, step.big);
    const one = pick(step.which);
    if (!one) return;
    const post = (path: string, more: object) => world.call('POST', path, { body: {}, ...more });
    const student = { token: await world.readToken(one.studentId) };
    switch (step.do) {
      case 'deliver webhook':
        return deliverWebhook(one);
      case 'complete': {
        const token = await world.readToken(people.coachUserId);
        const body = { status: 'completed' };
        return void (await world.call('PATCH', `/api/bookings/${one.id}/status/`, { token, body }));
      }
      case 'request refund':
        return void (await post(`/api/my-sessions/${one.id}/refund/`, {
          ...student,
          body: { reason: 'No sound.' },
        }));
      case 'cancel':
        return void (await post(`/api/operator/bookings/${one.id}/cancel/`, operator));
      case 'refund':
        return void (await post(`/api/operator/bookings/${one.id}/refund/`, operator));
      case 'refund part':
        return refundPart(one, step.percent);
    }
  }

  return { orders, perform, deliverWebhook, refundPart, readCharge, readTransfers };
}
