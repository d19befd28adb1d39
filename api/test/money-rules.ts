import { eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { outbox, users } from '../src/db/schema';
import type { Harness } from './harness';
import type { MoneyWorld } from './money-world';

type Row = Awaited<ReturnType<MoneyWorld['rows']>>[number];

const overlap = (a: Row, b: Row) =>
  (a.startsAt ?? 0) < (b.endsAt ?? 0) && (b.startsAt ?? 0) < (a.endsAt ?? 0);

/** What holds at every moment. */
export async function holdsAlways(api: Harness, world: MoneyWorld): Promise<void> {
  const rows = await world.rows();
  const owners = rows.filter(
    ({ status, holdExpiresAt }) =>
      status === 'confirmed' ||
      status === 'completed' ||
      (status === 'pending_payment' && holdExpiresAt > api.now()),
  );
  for (const a of owners)
    for (const b of owners)
      if (a.id < b.id && overlap(a, b)) {
        expect(a.coachId, 'two owners of one time').not.toBe(b.coachId);
        expect(a.studentId, 'a student in two places').not.toBe(b.studentId);
      }
  for (const { id } of world.students)
    expect(
      rows.filter(({ studentId, status }) => studentId === id && status === 'pending_payment')
        .length,
    ).toBeLessThan(2);
  for (const row of rows.filter(({ status }) => status === 'confirmed')) {
    expect(row, 'confirmed is paid and kept').toMatchObject({
      refund: 'none',
      paymentIntent: expect.any(String),
    });
    const session = row.checkoutSession ?? '';
    if (world.untold.has(session)) continue;
    expect(
      (await world.read(session)).payment_intent?.latest_charge.refunded,
      'a confirmed session for returned money',
    ).toBe(false);
  }
}

/** What holds when everything has been told and waited for: each payment has its session or went back, and each thing was said once. */
export async function holdsInTheEnd(api: Harness, world: MoneyWorld): Promise<void> {
  const rows = await world.rows();
  const people = [
    ...world.students.map(({ id }) => id),
    ...world.coaches.map(({ userId }) => userId),
  ];
  const mails = await api.db
    .select({
      subject: outbox.subject,
      body: outbox.body,
      at: outbox.nextAttemptAt,
      id: outbox.id,
      to: users.id,
    })
    .from(outbox)
    .innerJoin(users, eq(users.email, outbox.recipient))
    .where(inArray(users.id, people));
  mails.sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
  for (const session of world.sessions) {
    const { payment_status, payment_intent } = await world.read(session);
    const row = rows.find(({ checkoutSession }) => checkoutSession === session);
    if (payment_status !== 'paid') {
      expect(['confirmed', 'completed'], 'unpaid').not.toContain(row?.status);
      continue;
    }
    const returned = payment_intent?.latest_charge.refunded;
    expect({ status: row?.status, refund: row?.refund, returned }).toEqual(
      returned
        ? {
            status: expect.stringMatching(/^(cancelled|expired|completed)$/),
            refund: 'returned',
            returned,
          }
        : { status: expect.stringMatching(/^(confirmed|completed)$/), refund: 'none', returned },
    );
    if (!row) continue;
    const toStudent = mails.filter(({ to }) => to === row.studentId);
    const booked = toStudent.filter(
      ({ subject, body }) => subject.endsWith('is booked') && body.startsWith(`Booking ${row.id}:`),
    ).length;
    const late = toStudent.filter(
      ({ subject }) => subject === `Your payment for booking ${row.id} is returned`,
    ).length;
    expect(booked + late, 'a payment is answered once').toBe(1);
    expect(mails.filter(({ subject }) => subject === `New booking ${row.id}`)).toHaveLength(booked);
    const said = toStudent.flatMap(
      ({ subject }) => new RegExp(`^Booking ${row.id} is (.+)$`).exec(subject)?.[1] ?? [],
    );
    const asked = row.refundReason === null ? 0 : 1;
    for (const person of [
      row.studentId,
      world.coaches.find(({ coachId }) => coachId === row.coachId)?.userId,
    ]) {
      const told = mails.filter(
        ({ to, subject }) => to === person && subject === `Refund for booking ${row.id}`,
      );
      expect(told, 'the guarantee is told once').toHaveLength(asked);
    }
    if (asked) expect(row).toMatchObject({ status: 'completed', refund: 'returned' });
    if (!booked) expect(said).toEqual([]);
    else expect(['confirmed', ...said].at(-1), 'the last word is true').toBe(row.status);
    expect(
      ['confirmed', ...said].filter((status, index, all) => status === all[index - 1]),
      'said twice',
    ).toEqual([]);
  }
}
