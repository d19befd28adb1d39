import { randomBytes } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { bookings } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { sweep } from '../src/features/bookings/sweep';
import { breakable } from './breakable';
import type { Harness } from './harness';

const HOUR_MS = 3_600_000;
const CANCEL_HOURS = 2;
const NOTHING = 0;
const COMPLETED = 'checkout.session.completed';

/** Random step; targets are picked by index. */
const step = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      student: fc.nat(1),
      coach: fc.nat(1),
      hour: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 2 }),
      words: fc.constantFrom('Aim.', 'Positions.'),
      goOn: fc.constantFrom('no', 'open', 'pay', 'deliver'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open' as const), which: fc.nat(9) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay' as const), which: fc.nat(9) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver webhook' as const),
      which: fc.nat(9),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const), which: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      which: fc.nat(9),
      status: fc.constantFrom('confirmed', 'cancelled', 'completed'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('request refund' as const), which: fc.nat(9) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(5, 11, 31 * 60, 3 * 3600),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'sweep' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund at provider' as const), which: fc.nat(9) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('deliver refund event' as const), which: fc.nat(9) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('break' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

export const steps = (atOnce: number) =>
  fc.array(fc.array(step, { minLength: 1, maxLength: atOnce, size: 'max' }), {
    minLength: 1,
    maxLength: 40,
    size: 'max',
  });

interface Order {
  id: number;
  student: number;
  coach: number;
}

type Session = Stripe.Checkout.Session & {
  payment_intent: (Stripe.PaymentIntent & { latest_charge: Stripe.Charge }) | null;
};

export async function moneyWorld(api: Harness) {
  api.config.cancelHours = CANCEL_HOURS;
  const name = randomBytes(4).toString('hex');
  const students = await api.newCrowd(`student-${name}-`, 2);
  const coaches = [await api.newCoach(`left-${name}`), await api.newCoach(`right-${name}`)];
  const firstHour = Math.ceil(api.now().getTime() / HOUR_MS) * HOUR_MS + 5 * HOUR_MS;
  const orders: Order[] = [];
  const sessions: string[] = [];
  /** Operator's refunds whose event is not delivered yet. */
  const unconfirmed = new Set<string>();
  const provider = new Stripe(api.config.stripe.secretKey, {
    host: 'localhost',
    port: new URL(api.sandbox.origin).port,
    protocol: 'http',
  });
  const faults = breakable(api);

  const studentToken = (index: number) => signAccess(api, students[index]?.id ?? 0);
  const read = (id: string) =>
    provider.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge'],
    }) as unknown as Promise<Session>;
  const among = <T>(list: T[], which: number): T | undefined =>
    list.length > 0 ? list[which % list.length] : undefined;
  const readIntent = async (session: string | undefined) =>
    session ? (await read(session)).payment_intent : null;

  async function deliver(type: string, object: object, id: string) {
    const payload = JSON.stringify({ id: `evt_${id}`, type, data: { object } });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: api.config.stripe.webhookSecret,
      timestamp: Math.floor(api.now().getTime() / 1000),
    });
    return api.send('POST', '/api/stripe/webhook/', payload, undefined, {
      'stripe-signature': signature,
      'content-type': 'application/json',
    });
  }
  /** An unpaid page has no event. */
  async function deliverWebhook(session: string): Promise<{ status: number }> {
    const now = await read(session);
    return now.status === 'complete'
      ? deliver(COMPLETED, now, `${session}_paid`)
      : { status: NOTHING };
  }
  async function deliverRefundEvent(session: string) {
    const intent = await readIntent(session);
    if (!intent?.latest_charge.refunded) return { status: 200 };
    const answer = await deliver('charge.refunded', intent.latest_charge, `${session}_refunded`);
    if (answer.status === 200) unconfirmed.delete(session);
    return answer;
  }

  async function open(order: Order) {
    const answer = await api.send(
      'POST',
      `/api/bookings/${order.id}/checkout/`,
      {},
      await studentToken(order.student),
    );
    if (answer.status === 200 && !sessions.includes(answer.body.sessionId))
      sessions.push(answer.body.sessionId);
    return answer;
  }
  /** Usual next steps of an order. */
  async function goOn(order: Order, until: string): Promise<number> {
    const { status, body } = await open(order);
    if (status !== 200 || until === 'open') return status;
    await api.pay(body.sessionId);
    return until === 'deliver' ? (await deliverWebhook(body.sessionId)).status : 200;
  }

  async function ofStudent(which: number, what: string, body: object): Promise<number> {
    const order = among(orders, which);
    if (!order) return NOTHING;
    return (
      await api.send(
        'POST',
        `/api/my-sessions/${order.id}/${what}/`,
        body,
        await studentToken(order.student),
      )
    ).status;
  }

  type Doing<Kind extends Step['do']> = (step: Extract<Step, { do: Kind }>) => Promise<number>;
  /** Performs a step; returns the HTTP status if it made a call. */
  const doing: { [Kind in Step['do']]: Doing<Kind> } = {
    async order(step) {
      const { coachId, serviceId } = coaches[step.coach] ?? { coachId: 0, serviceId: 0 };
      const at = new Date(firstHour + step.hour * HOUR_MS).toISOString();
      const slot = { date: at.slice(0, 10), time: at.slice(11, 16) };
      const fields = {
        coach_id: coachId,
        service_id: serviceId,
        quantity: step.quantity,
        details: step.words,
      };
      const { status, body } = await api.send(
        'POST',
        '/api/create-booking/',
        api.order(slot, fields),
        await studentToken(step.student),
      );
      if (status !== 201) return status;
      const made = { id: body.booking_id, ...step };
      if (!orders.some(({ id }) => id === made.id)) orders.push(made);
      return step.goOn === 'no' ? status : goOn(made, step.goOn);
    },
    async open({ which }) {
      const order = among(orders, which);
      return order ? (await open(order)).status : NOTHING;
    },
    async pay({ which }) {
      const session = among(sessions, which);
      if (session) await api.pay(session);
      return NOTHING;
    },
    async 'deliver webhook'({ which, times }) {
      const session = among(sessions, which);
      if (!session) return NOTHING;
      const answers = await Promise.all(
        Array.from({ length: times }, () => deliverWebhook(session)),
      );
      return Math.max(...answers.map(({ status }) => status));
    },
    async look({ which }) {
      const session = among(sessions, which);
      if (!session) return NOTHING;
      const [owner] = await api.db
        .select()
        .from(bookings)
        .where(eq(bookings.checkoutSession, session));
      const token = await signAccess(api, owner?.studentId ?? 0);
      const { status, body } = await api.send(
        'GET',
        `/api/stripe/success-info/?session_id=${session}`,
        undefined,
        token,
      );
      if (status === 200) expect(body.booking_id).toBe(owner?.id);
      return status;
    },
    async set({ which, status }) {
      const order = among(orders, which);
      if (!order) return NOTHING;
      const token = await signAccess(api, coaches[order.coach]?.userId ?? 0);
      return (await api.send('PATCH', `/api/bookings/${order.id}/status/`, { status }, token))
        .status;
    },
    cancel: ({ which }) => ofStudent(which, 'cancel', {}),
    'request refund': ({ which }) => ofStudent(which, 'refund', { reason: 'No sound.' }),
    async 'refund at provider'({ which }) {
      const session = among(sessions, which);
      const intent = await readIntent(session);
      if (!session || !intent || intent.latest_charge.refunded) return NOTHING;
      unconfirmed.add(session);
      await provider.refunds.create({ payment_intent: intent.id }).catch(() => null);
      return NOTHING;
    },
    async 'deliver refund event'({ which }) {
      const session = among(sessions, which);
      return session ? (await deliverRefundEvent(session)).status : NOTHING;
    },
    async wait({ seconds }) {
      api.clock.offset += seconds * 1000;
      return NOTHING;
    },
    async break({ when }) {
      faults.breakNext(when);
      return NOTHING;
    },
    async sweep() {
      await sweep(api);
      return NOTHING;
    },
  };
  const act = (step: Step) => (doing[step.do] as (step: Step) => Promise<number>)(step);

  const rows = () =>
    api.db
      .select()
      .from(bookings)
      .where(
        inArray(
          bookings.studentId,
          students.map(({ id }) => id),
        ),
      );

  return {
    students,
    coaches,
    sessions,
    unconfirmed,
    read,
    rows,
    /** Performs a group of steps concurrently. Only a simulated provider failure allows a 5xx. */
    async perform(group: Step[]): Promise<void> {
      const broken = faults.count();
      const statuses = await Promise.all(group.map(act));
      const excused = faults.count() > broken;
      expect({ group, failed: !excused && statuses.some((status) => status >= 500) }).toEqual({
        group,
        failed: false,
      });
    },
    /** Delivers all pending events and waits for all retries. */
    async settleAll(): Promise<void> {
      faults.breakNext(null);
      for (const session of sessions) {
        await deliverWebhook(session);
        await deliverRefundEvent(session);
      }
      for (const seconds of [11, 61, 1]) {
        api.clock.offset += seconds * 1000;
        await sweep(api);
      }
    },
    close: faults.restore,
  };
}

export type MoneyWorld = Awaited<ReturnType<typeof moneyWorld>>;
