import { eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { outbox, users } from '../src/core/db/schema';
import type { Harness } from './harness';
import type { MoneyWorld } from './money-world';

type Row = Awaited<ReturnType<MoneyWorld['rows']>>[number];

const overlap = (a: Row, b: Row) =>
  (a.startsAt ?? 0) < (b.endsAt ?? 0) && (b.startsAt ?? 0) < (a.endsAt ?? 0);

/** Invariants at every moment. */
export async function expectInvariants(api: Harness, world: MoneyWorld): Promise<void> {
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
    if (world.unconfirmed.has(session)) continue;
    expect(
      (await world.read(session)).payment_intent?.latest_charge.refunded,
      'a confirmed session for returned money',
    ).toBe(false);
  }
}

/** Invariants after all events and retries: each payment has a session or a refund, and each party one mail. */
export async function expectFinalState(api: Harness, world: MoneyWorld): Promise<void> {
  const rows = await world.rows();
  const mails = await sentMails(api, world);
  for (const session of world.sessions) {
    const { payment_status, payment_intent } = await world.read(session);
    const row = rows.find(({ checkoutSession }) => checkoutSession === session);
    if (payment_status !== 'paid') {
      expect(['confirmed', 'completed'], 'unpaid').not.toContain(row?.status);
      continue;
    }
    const returned = payment_intent?.latest_charge.refunded;
    const status = returned ? /^(cancelled|expired|completed)$/ : /^(confirmed|completed)$/;
    expect({ status: row?.status, refund: row?.refund }).toEqual({
      status: expect.stringMatching(status),
      refund: returned ? 'returned' : 'none',
    });
    if (!row) continue;
    const coach = world.coaches.find(({ coachId }) => coachId === row.coachId);
    const isTo = (person: number | undefined) => (mail: SentMail) => mail.to === person;
    const [toStudent, toCoach] = [row.studentId, coach?.userId].map((id) => mails.filter(isTo(id)));
    assertStudentMailedOnce(row, toStudent ?? [], mails);
    assertRefundMailedOnce(row, [toStudent ?? [], toCoach ?? []]);
  }
}

type SentMail = Awaited<ReturnType<typeof sentMails>>[number];

async function sentMails(api: Harness, world: MoneyWorld) {
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
  return mails;
}

/** One mail per confirmation or refund, and one per other change. */
function assertStudentMailedOnce(row: Row, toStudent: SentMail[], all: SentMail[]): void {
  const booked = toStudent.filter(
    ({ subject, body }) =>
      subject.endsWith('is booked') && new RegExp(`^Booking: ${row.id}$`, 'm').test(body),
  ).length;
  const late = toStudent.filter(
    ({ subject }) => subject === `Your payment for booking ${row.id} is refunded`,
  ).length;
  expect(booked + late, 'a payment is answered once').toBe(1);
  expect(all.filter(({ subject }) => subject.startsWith(`New booking ${row.id} `))).toHaveLength(
    booked,
  );
  const getStatus = (subject: string) =>
    new RegExp(` is (\\w+) \\(booking ${row.id}\\)$`).exec(subject)?.[1];
  const statuses = toStudent.flatMap(({ subject }) => getStatus(subject) ?? []);
  // A refund replaces the mail that asks for a review.
  const isRefund = (subject: string) =>
    new RegExp(`^Refund for .* \\(booking ${row.id}\\)$`).test(subject);
  const news = toStudent.flatMap(({ subject }) =>
    isRefund(subject) ? 'completed' : (getStatus(subject) ?? []),
  );
  const last = ['confirmed', ...news].at(-1);
  if (!booked) expect(statuses).toEqual([]);
  else expect(last, 'the last mail is true').toBe(row.status);
  expect(
    ['confirmed', ...statuses].filter((status, index, all) => status === all[index - 1]),
    'told twice',
  ).toEqual([]);
}

/** A guarantee request leads to a refund and one mail each. */
function assertRefundMailedOnce(row: Row, mailsOfBoth: SentMail[][]): void {
  const asked = row.refundReason === null ? 0 : 1;
  for (const mails of mailsOfBoth)
    expect(
      mails.filter(({ subject }) =>
        new RegExp(`^Refund for .* \\(booking ${row.id}\\)$`).test(subject),
      ),
      'the guarantee is told once',
    ).toHaveLength(asked);
  if (asked) expect(row).toMatchObject({ status: 'completed', refund: 'returned' });
}
