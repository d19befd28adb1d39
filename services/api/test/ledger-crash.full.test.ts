import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../src/core/db/open';
import { bookings, ledgerEntries, paymentIncidents, transfers } from '../src/core/db/schema';
import { ledgerSums } from '../src/features/earnings/sums';
import { crashOrders, type Step, step } from './crash-orders';
import { COMMISSION_BPS, type CrashWorld, STUDENTS, startCrashWorld } from './crash-world';
import { testDatabases } from './databases';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 12);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const PEOPLE = 3;
/** All background tasks have run. */
const TASKS_MS = 2500;

type TestDatabase = Awaited<ReturnType<typeof testDatabases>>[number];
type Orders = ReturnType<typeof crashOrders>;
type Round = typeof round extends fc.Arbitrary<infer R> ? R : never;

const round = fc.record({
  hours: fc.constantFrom(0, 1, 50, 50),
  steps: fc.array(step, { minLength: 12, maxLength: 30, size: 'max' }),
  crash: fc.record({
    at: fc.oneof(
      { weight: 1, arbitrary: fc.constant('checkout' as const) },
      { weight: 2, arbitrary: fc.constant('refunds' as const) },
      { weight: 3, arbitrary: fc.constant('transfers' as const) },
    ),
    moment: fc.constantFrom('before' as const, 'after' as const, 'answered' as const),
    writes: fc.constantFrom(0, 0, 1, 2),
  }),
  /** The process dies at a random time instead. */
  afterMs: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 100, max: 2500 }) },
  ),
});

/** Each student pays, so that later rounds have something to lose. */
const opening: Round = {
  hours: 0,
  steps: Array.from({ length: STUDENTS }, (_, student) => ({
    do: 'order' as const,
    student,
    big: student % 2 > 0,
  })),
  crash: { at: 'transfers', moment: 'after', writes: 0 },
  afterMs: null,
};

const each = (step: (which: number) => Step) =>
  Array.from({ length: 30 }, (_, which) => step(which));

/** Refunds after payouts, which the random rounds rarely reach. Processes die around transfers and reversals. */
const reversals: Round[] = [
  {
    hours: 0,
    steps: each((which) => ({ do: 'complete', which })),
    crash: { at: 'transfers', moment: 'after', writes: 0 },
    afterMs: null,
  },
  {
    hours: 50,
    steps: [],
    crash: { at: 'transfers', moment: 'after', writes: 1 },
    afterMs: null,
  },
  {
    hours: 1,
    steps: each((which) => ({ do: 'refund part', which, percent: 40 })),
    crash: { at: 'transfers', moment: 'after', writes: 2 },
    afterMs: null,
  },
  {
    hours: 1,
    steps: [],
    crash: { at: 'transfers', moment: 'before', writes: 1 },
    afterMs: null,
  },
];

const computeShare = (cents: number, bps = COMMISSION_BPS) => Math.floor((cents * bps) / 10_000);

/** Kills the API at the aimed write or time, at the latest when all steps and background tasks have run. */
async function runRound(
  world: CrashWorld,
  { perform }: Orders,
  { hours, steps, crash, afterMs }: Round,
): Promise<void> {
  await world.passHours(hours);
  await world.start(afterMs === null ? crash : undefined);
  const left: Step[] = [...steps];
  const work = async () => {
    for (let next = left.shift(); next && world.isRunning(); next = left.shift())
      await perform(next);
  };
  const working = Promise.all(Array.from({ length: PEOPLE }, work));
  const end = afterMs === null ? working.then(() => sleep(TASKS_MS)) : sleep(afterMs);
  await Promise.race([world.died(), end]);
  await world.kill();
  await working;
}

const addUpAll = (db: Database) =>
  db
    .select({ booking: ledgerEntries.bookingId, ...ledgerSums })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.bookingId);

/** Invariants after every crash. */
async function assertLedger(world: CrashWorld, { readTransfers, orders }: Orders): Promise<void> {
  const { sums, rows } = await world.look(async (db) => ({
    sums: await addUpAll(db),
    rows: await db.select().from(bookings),
  }));
  for (const { booking, ...sum } of sums) {
    const row = rows.find(({ id }) => id === booking);
    expect(sum.paid).toBe(sum.pending + sum.paid_out + sum.refunded + sum.commission);
    expect(sum).toMatchObject({
      paid: row?.paidAt ? row.amountCents : 0,
      refunded: row?.refundedCents,
      commission: computeShare(sum.paid - sum.refunded, row?.commissionBps),
    });
  }
  expect(rows.filter(({ paidAt }) => paidAt)).toHaveLength(sums.length);
  for (const order of orders) {
    const made = await readTransfers(order);
    expect(made.length, `transfers of booking ${order.id}`).toBeLessThanOrEqual(1);
    expect(made[0]?.amount ?? 0).toBeLessThanOrEqual(order.cents - computeShare(order.cents));
  }
}

/** Lets all events arrive, all retries run and operators repeat what they have no answer to. */
async function settleAll(
  world: CrashWorld,
  { orders, perform, deliverWebhook, refundPart }: Orders,
): Promise<void> {
  for (let pass = 0; pass < 4; pass++) {
    await world.passHours(50);
    await world.start();
    await sleep(TASKS_MS); // retries run before the provider's events arrive
    for (const order of orders) {
      await deliverWebhook(order);
      if (order.part) await refundPart(order, 0);
    }
    if (pass === 0) for (const which of orders.keys()) await perform({ do: 'complete', which });
    await sleep(TASKS_MS);
    await world.stop();
  }
  expect(orders.filter(({ part }) => part)).toEqual([]);
}

/** The ledger is the provider's state, and each amount moved once. */
async function assertSettled(world: CrashWorld, { orders, readCharge, readTransfers }: Orders) {
  const { sums, rows } = await world.look(async (db) => ({
    sums: await addUpAll(db),
    rows: await db.select().from(bookings),
  }));
  const moved = { transfers: 0, reversed: 0, refunds: 0 };
  for (const order of orders) {
    const charge = await readCharge(order);
    const made = await readTransfers(order);
    const held = made.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0);
    const sum = sums.find(({ booking }) => booking === order.id);
    const row = rows.find(({ id }) => id === order.id);
    if (!charge) {
      expect([sum, made]).toEqual([undefined, []]); // the payment page closed in time
      continue;
    }
    expect(sum, `booking ${order.id}`).toMatchObject({
      paid: charge.amount,
      refunded: charge.amount_refunded,
      paid_out: held,
    });
    // Partial refunds that operators repeated ran once.
    const all = row?.refund === 'none' ? order.refunded : order.cents;
    expect(charge.amount_refunded, `refunded of booking ${order.id}`).toBe(all);
    expect(held).toBeLessThanOrEqual(order.cents - all - computeShare(order.cents - all));
    if (row?.status === 'completed' && row.refund === 'none') expect(sum?.pending).toBe(0);
    moved.transfers += made.length;
    moved.reversed += made.filter(({ amount_reversed }) => amount_reversed > 0).length;
    moved.refunds += all > 0 ? 1 : 0;
  }
  return moved;
}

async function listOpen(db: Database) {
  const waiting = await db.select().from(bookings).where(eq(bookings.refund, 'begun'));
  const held = await db.select().from(bookings).where(eq(bookings.status, 'pending_payment'));
  const open = (await db.select().from(transfers)).filter(({ transfer }) => !transfer);
  const incidents = await db.select().from(paymentIncidents);
  return { waiting, held, open, incidents };
}

/** PGlite in a folder, because a database in memory ends with its process. */
async function createPlace({ create }: TestDatabase) {
  const { location, drop } = await create();
  return { location: 'url' in location ? location : ('folder' as const), drop };
}

const cases = (await testDatabases()).flatMap((database) =>
  (['separate', 'destination'] as const).map((charges) => ({
    ...{ database, charges, name: database.name },
  })),
);

test.each(cases)(
  'keeps the ledger of $charges charges through kill -9 on $name',
  {
    tags: ['@fault-H14'],
    timeout: 900_000,
  },
  async ({ database, charges }) => {
    console.log(`CRASH_SEED=${SEED}`);
    const { location, drop } = await createPlace(database);
    const world = await startCrashWorld(location, charges);
    try {
      const orders = crashOrders(world);
      const random = fc.sample(round, { numRuns: ROUNDS, seed: SEED });
      for (const one of [opening, ...random, ...reversals]) {
        await runRound(world, orders, one);
        await assertLedger(world, orders);
      }
      await settleAll(world, orders);
      await assertLedger(world, orders);
      const moved = await assertSettled(world, orders);
      console.log(JSON.stringify({ orders: orders.orders.length, ...moved }));
      const nothing = { waiting: [], held: [], open: [], incidents: [] };
      expect(await world.look(listOpen)).toEqual(nothing);
      expect(orders.orders.length).toBeGreaterThanOrEqual(STUDENTS);
      for (const number of Object.values(moved)) expect(number).toBeGreaterThan(0);
    } finally {
      await world.close();
      await drop();
    }
  },
);
