import path from 'node:path';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import { demo } from '../src/app/demo';
import { bookings, paymentIncidents } from '../src/core/db/schema';
import { sweep } from '../src/features/bookings/sweep';
import { eventGroups, subscribedTypes } from '../src/features/payments/events';
import { createDisputes } from './disputes';
import { type Harness, onEveryDatabaseAtNight } from './harness';

const OPERATOR = { authorization: 'Bearer the operator of the tests' };

/** Delivers a signed event of any type. */
async function deliver(api: Harness, body: unknown) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
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

let events = 0;
const createEvent = (type: string, object: object) => ({
  id: `evt_table_${++events}`,
  type,
  data: { object },
});

onEveryDatabaseAtNight('events of the payment provider', (api) => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });

  async function paid(name: string) {
    const token = await api().newStudent(name);
    const slot = await api().slotIn(4, 0);
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', api().order(slot), token)
    ).body;
    const { sessionId } = (await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token))
      .body;
    await api().pay(sessionId);
    const completed = createEvent('checkout.session.completed', { id: sessionId });
    expect((await deliver(api(), completed)).status).toBe(200);
    const intent = (await row(id))?.paymentIntent ?? '';
    return { id, token, sessionId, intent, email: `${name}@example.com` };
  }
  const row = async (id: number) =>
    (await api().db.select().from(bookings).where(eq(bookings.id, id)))[0];
  const incidents = async () =>
    (await api().send('GET', '/api/operator/incidents/', undefined, undefined, OPERATOR)).body as {
      id: number;
      type: string;
      booking_id: number | null;
      summary: string;
    }[];
  const coachToken = async () => (await api().asCoach()).access;
  const shown = async (id: number, token: string) =>
    Promise.all(
      [
        ['/api/my-sessions/', token],
        ['/api/bookings/', await coachToken()],
      ].map(async ([path = '', bearer]) => {
        const { body } = await api().send('GET', path, undefined, bearer);
        const { amount, refunded, refund } = body.find((one: { id: number }) => one.id === id);
        return { amount, refunded, refund };
      }),
    );
  const bodies = async (to: string) => (await api().mailsTo(to)).map(({ body }) => body);

  test('shows a partial refund to both sides, and promises only the rest', async () => {
    const { id, token, intent, email } = await paid('partly');
    await api().stripe.refunds.create({ payment_intent: intent, amount: 1000 });
    for (const type of ['charge.refunded', 'charge.refunded'])
      await deliver(api(), createEvent(type, { id: 'ch_1', payment_intent: intent }));
    const part = { amount: 25, refunded: 10, refund: 'none' };
    expect(await shown(id, token)).toEqual([part, part]);
    expect((await row(id))?.status).toBe('confirmed');
    expect((await bodies(email)).filter((body) => body.includes('$10.00 of the'))).toHaveLength(1);
    await api().send('POST', `/api/my-sessions/${id}/cancel/`, {}, token);
    expect((await bodies(email))[0]).toContain('remaining $15.00 of your payment of $25.00');
    expect((await bodies(email))[0]).not.toContain('in full');
    await sweep(api());
    const whole = { amount: 25, refunded: 25, refund: 'returned' };
    expect(await shown(id, token)).toEqual([whole, whole]);
    const { data } = await api().stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ amount }) => amount)).toEqual([1500, 1000]);
  });

  test('emails both sides about a full refund of a completed session, once', async () => {
    const { id, intent, email } = await paid('whole');
    const status = 'completed' as const;
    await api().db.update(bookings).set({ status }).where(eq(bookings.id, id));
    await api().stripe.refunds.create({ payment_intent: intent });
    for (const type of ['charge.refunded', 'charge.refunded'])
      await deliver(api(), createEvent(type, { id: 'ch_2', payment_intent: intent }));
    expect(await row(id)).toMatchObject({ status, refund: 'returned', refundedCents: 2500 });
    for (const to of [email, demo.coach.email]) {
      const mails = (await api().mailsTo(to)).filter(
        ({ subject }) => subject.startsWith('Refund for') && subject.includes(`(booking ${id})`),
      );
      expect([to, mails.length]).toEqual([to, 1]);
      expect(mails[0]?.body).toMatch(/full refund of \$25\.00[\s\S]*\nRefunded: \$25\.00\n\n/);
    }
  });

  test('keeps the sum of two refunds whose events overtake each other', async () => {
    const { id, intent } = await paid('overtaken');
    const refund = (amount: number) =>
      api().stripe.refunds.create({ payment_intent: intent, amount });
    const tell = () =>
      deliver(api(), createEvent('charge.refunded', { id: 'ch', payment_intent: intent }));
    const { sessions } = api().stripe.checkout;
    const { retrieve } = sessions;
    sessions.retrieve = (async (...about: Parameters<typeof retrieve>) => {
      sessions.retrieve = retrieve;
      const older = await retrieve.apply(sessions, about);
      await refund(300);
      await tell();
      return older;
    }) as typeof retrieve;
    await refund(500);
    expect((await tell()).status).toBe(200);
    expect((await row(id))?.refundedCents).toBe(800);
  });

  test.each([
    [{ amount_total: 1000 }, '$10.00', 'eur-less'],
    [{ currency: 'eur' }, '€25.00', 'in-euros'],
  ])('returns a wrong amount: %o', { tags: ['@fault-G5'] }, async (changes, amount, name) => {
    const token = await api().newStudent(name);
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', api().order(await api().slotIn(5)), token)
    ).body;
    const { sessionId } = (await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token))
      .body;
    await api().pay(sessionId);
    const sessions = api().stripe.checkout.sessions;
    const { retrieve } = sessions;
    undo.push(() => {
      sessions.retrieve = retrieve;
    });
    sessions.retrieve = (async (...about: Parameters<typeof retrieve>) => ({
      ...(await retrieve.apply(sessions, about)),
      ...changes,
    })) as typeof retrieve;
    await deliver(api(), createEvent('checkout.session.completed', { id: sessionId }));
    expect(await row(id)).toMatchObject({ status: 'expired', refund: 'due' });
    expect((await bodies(`${name}@example.com`))[0]).toContain(`We received ${amount}`);
    await sweep(api());
    expect(await row(id)).toMatchObject({ refund: 'returned' });
    expect(await incidents()).toContainEqual(
      expect.objectContaining({ type: 'payment.wrong_amount', booking_id: id }),
    );
  });

  test('ends the hold of an async payment that failed', async () => {
    const token = await api().newStudent('bounced');
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', api().order(await api().slotIn(5)), token)
    ).body;
    const { sessionId } = (await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token))
      .body;
    await deliver(api(), createEvent('checkout.session.async_payment_failed', { id: sessionId }));
    expect(await row(id)).toMatchObject({ status: 'expired' });
    expect((await bodies('bounced@example.com'))[0]).toContain("didn't go through");
  });

  test('lists a failed refund and emails its student', async () => {
    const { id, token, intent, email } = await paid('closed-card');
    await api().send('POST', `/api/my-sessions/${id}/cancel/`, {}, token);
    await sweep(api());
    const [refund] = (await api().stripe.refunds.list({ payment_intent: intent })).data;
    await fetch(`${api().sandbox.origin}/refunds/${refund?.id}/fail`, { method: 'POST' });
    const failed = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' };
    await deliver(api(), createEvent('refund.failed', failed));
    await deliver(api(), createEvent('charge.refund.updated', failed));
    expect(await row(id)).toMatchObject({ refund: 'failed' });
    expect((await incidents()).filter(({ booking_id }) => booking_id === id)).toEqual([
      expect.objectContaining({
        type: 'refund.failed',
        summary: expect.stringContaining('lost_or_stolen_card'),
      }),
    ]);
    const delayed = (await bodies(email)).filter((body) => body.includes("We couldn't refund"));
    expect(delayed).toHaveLength(1);
  });

  test('stops retrying a refund that was rejected for good', {
    tags: ['@fault-K5'],
  }, async () => {
    const { id, token, email } = await paid('disputed');
    const { create } = api().stripe.refunds;
    undo.push(() => {
      api().stripe.refunds.create = create;
    });
    let asked = 0;
    api().stripe.refunds.create = () => {
      asked++;
      return Promise.reject(
        new Stripe.errors.StripeInvalidRequestError({ code: 'charge_disputed' } as never),
      );
    };
    await api().send('POST', `/api/my-sessions/${id}/cancel/`, {}, token);
    for (let minute = 0; minute < 5; minute++) {
      await sweep(api());
      api().clock.offset += 61_000;
    }
    expect(asked).toBe(1);
    expect(await row(id)).toMatchObject({ refund: 'failed' });
    expect((await bodies(email))[0]).toContain("We couldn't refund $25.00");
    expect((await incidents()).some(({ booking_id }) => booking_id === id)).toBe(true);
  });

  test('tries a failed refund again for the operator', async () => {
    const { id, token, intent, email } = await paid('tried-again');
    const { create } = api().stripe.refunds;
    const keys: (string | undefined)[] = [];
    let rejects = true;
    undo.push(() => {
      api().stripe.refunds.create = create;
    });
    api().stripe.refunds.create = (async (...about: Parameters<typeof create>) => {
      keys.push((about[1] as { idempotencyKey?: string }).idempotencyKey);
      if (rejects)
        throw new Stripe.errors.StripeInvalidRequestError({ code: 'charge_disputed' } as never);
      return create.apply(api().stripe.refunds, about);
    }) as typeof create;
    await api().send('POST', `/api/my-sessions/${id}/cancel/`, {}, token);
    await sweep(api());
    expect(await row(id)).toMatchObject({ refund: 'failed' });
    const path = `/api/operator/bookings/${id}/refund/`;
    const refund = (body = {}) => api().send('POST', path, body, undefined, OPERATOR);
    expect(await refund({ amount: 5 })).toMatchObject({
      status: 409,
      body: { detail: 'The full refund failed. Try it again without an amount.' },
    });
    const again = { status: 200, body: { detail: 'Trying the refund again' } };
    expect(await refund()).toEqual(again);
    await sweep(api());
    expect(await row(id)).toMatchObject({ refund: 'failed' });
    rejects = false;
    expect(await refund()).toEqual(again);
    expect((await refund()).body.detail).toBe('The payment is being refunded in full');
    expect((await bodies(email))[0]).toContain('is refunding this booking');
    await sweep(api());
    expect(await row(id)).toMatchObject({ refund: 'returned', refundedCents: 2500 });
    expect((await incidents()).filter(({ booking_id }) => booking_id === id)).toEqual([]);
    expect((await refund()).body.detail).toBe('The payment is refunded in full');
    const { data } = await api().stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ amount }) => amount)).toEqual([2500]);
    expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  });

  test('leaves a resolved incident closed when its event comes again', async () => {
    const opened = createEvent('review.opened', { id: 'prv_1' });
    const open = async () => (await incidents()).filter(({ type }) => type === 'review.opened');
    await deliver(api(), opened);
    const [incident] = await open();
    const resolve = `/api/operator/incidents/${incident?.id}/resolve/`;
    expect((await api().send('POST', resolve, {}, undefined, OPERATOR)).status).toBe(200);
    expect((await deliver(api(), opened)).status).toBe(200);
    expect(await open()).toEqual([]);
  });

  test('backs off while the provider is down', async () => {
    const { id, token } = await paid('outage');
    const { create } = api().stripe.refunds;
    let asked = 0;
    api().stripe.refunds.create = () => {
      asked++;
      return Promise.reject(new Stripe.errors.StripeConnectionError({} as never));
    };
    await api().send('POST', `/api/my-sessions/${id}/cancel/`, {}, token);
    for (let minute = 0; minute < 120; minute++) {
      await sweep(api());
      api().clock.offset += 60_000;
    }
    api().stripe.refunds.create = create;
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(15);
    expect((await incidents()).filter(({ booking_id }) => booking_id === id)).toMatchObject([
      { type: 'refund.waits' },
    ]);
    api().clock.offset += 3_700_000;
    await sweep(api());
    expect(await row(id)).toMatchObject({ refund: 'returned' });
    expect((await incidents()).filter(({ booking_id }) => booking_id === id)).toEqual([]);
  });

  test('reports a dispute, and ends the session of one that is lost', async () => {
    const { id, token, intent } = await paid('chargeback');
    const disputes = createDisputes(api());
    undo.push(disputes.restore);
    const dispute = disputes.open(intent, 2500);
    await deliver(api(), createEvent('charge.dispute.created', dispute));
    const own = async () => (await incidents()).filter(({ booking_id }) => booking_id === id);
    expect(await own()).toMatchObject([{ summary: expect.stringContaining('needs_response') }]);
    expect((await row(id))?.status).toBe('confirmed');
    disputes.lose(dispute);
    await deliver(api(), createEvent('charge.dispute.closed', dispute));
    expect(await row(id)).toMatchObject({ status: 'cancelled', refund: 'returned' });
    expect((await shown(id, token))[0]).toMatchObject({ refunded: 25 });
    const [open] = await own();
    expect(open?.summary).toContain('lost');
    const path = `/api/operator/incidents/${open?.id}/resolve/`;
    expect((await api().send('POST', path, {}, undefined, OPERATOR)).status).toBe(200);
    expect(await own()).toEqual([]);
    const other = { ...dispute, id: `dp_won_${id}`, payment_intent: null };
    await deliver(
      api(),
      createEvent('charge.dispute.created', { ...other, status: 'under_review' }),
    );
    await deliver(api(), createEvent('charge.dispute.closed', { ...other, status: 'won' }));
    expect((await incidents()).some(({ summary }) => summary.includes('dp_won_'))).toBe(false);
  });

  test('reports every event that the table lists as reported', {
    tags: ['@fault-K4'],
  }, async () => {
    await api().db.delete(paymentIncidents);
    const reported = eventGroups.flatMap(({ treatment, types }) =>
      treatment === 'reported' ? [...types] : [],
    );
    for (const type of reported) {
      const event = createEvent(type, { id: `obj_${type}`, amount: 5, currency: 'usd' });
      expect((await deliver(api(), event)).status).toBe(200);
    }
    expect((await api().db.select().from(paymentIncidents)).map(({ type }) => type).sort()).toEqual(
      [...reported].sort(),
    );
    const metrics = await api().metrics.registry.metrics();
    expect(metrics).toContain(`carry_api_payment_incidents_open ${reported.length}`);
  });

  test('responds to any signed body with 200 or 400', async () => {
    const types = [...subscribedTypes, 'invoice.paid', 'x', ''];
    const leaf = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('\0', 'pi_1', -1, 1e99));
    const object = fc.dictionary(
      fc.constantFrom(
        'id',
        'payment_intent',
        'amount',
        'status',
        'currency',
        'reason',
        '__proto__',
      ),
      leaf,
    );
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id: fc.oneof(fc.uuid(), leaf),
          type: fc.constantFrom(...types),
          created: leaf,
          data: fc.oneof(fc.record({ object: fc.oneof(object, leaf) }), leaf),
        },
        { requiredKeys: [] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        expect([200, 400]).toContain((await deliver(api(), value)).status);
      }),
      { numRuns: 200 },
    );
    for (const broken of [
      '',
      'null',
      '{',
      '[]',
      '{"data":{"object":null},"id":"evt","type":"charge.refunded"}',
    ])
      expect((await deliver(api(), broken)).status).toBe(400);
  });
});

describe('the table of events', () => {
  test('matches its document', async () => {
    const rows = eventGroups.flatMap((group) => {
      const families: readonly string[] = 'families' in group ? group.families : [];
      const names = [...group.types, ...families.map((family) => `${family}.*`)];
      return names.map((name) => `| \`${name}\` | ${group.treatment} | ${group.why} |`);
    });
    const page = `# Events of the payment provider

Generated from \`services/api/src/features/payments/events.ts\`: run \`npm test -- services/api/test/payment-events.test.ts -u\` after a change.

Subscribe the webhook endpoint at the provider to every event that is handled or reported. An event of another type is acknowledged and ignored. A reported event opens an incident: \`operator incidents list\`, the metric \`carry_api_payment_incidents_open\` and the alert \`PaymentIncidents\`.

| Event | Treatment | Why |
|---|---|---|
${rows.join('\n')}
`;
    await expect(page).toMatchFileSnapshot(
      path.join(import.meta.dirname, '../../../docs/operations/payment-events.md'),
    );
  });
});
