import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  busyTimes,
  coachApplications,
  coachCalendars,
  operatorRecoveryCodes,
  operators,
  payoutAccounts,
  reviews,
} from '../src/core/db/schema';
import { exportAccount } from '../src/features/account-settings/export';
import { signAccess } from '../src/features/accounts/access-token';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import { application, booking } from './matrix-row';
import { member } from './member';

const HOUR_MS = 3_600_000;

async function newCoach(api: Harness, name: string) {
  const coach = await api.newCoach(name);
  const [student] = await api.newCrowd(`${name}-student-`, 1);
  const owner = { ...coach, studentId: student?.id ?? 0, coachUserId: coach.userId };
  const token = await signAccess(api, coach.userId);
  const read = async () => (await api.send('GET', '/api/account/export/', undefined, token)).body;
  return { ...coach, owner, read };
}

onEveryDatabaseAtNight('the export of an account', (api) => {
  test('streams reports and applications, one picture at a time', async () => {
    const { db, pictures } = api();
    const [student] = await api().newCrowd('much-to-export', 1);
    const { coachId } = await api().newCoach('much-reported');
    const userId = student?.id ?? 0;
    const names = Array.from(
      { length: 30 },
      (_, index) => `proof-${String(index).padStart(32, '0')}.webp`,
    );
    for (const name of names)
      await pictures.write(name, [Buffer.from(name)], { maxBytes: 100, type: 'image/webp' });
    const { time_zone: timeZone, ...applied } = {
      ...application,
      email: 'much-to-export0@example.com',
    };
    await db
      .insert(coachApplications)
      .values(names.map((picture) => ({ ...applied, timeZone, picture, decidedAt: api().now() })));
    await db.execute(
      sql`WITH rows AS (INSERT INTO reviews (coach_id, reviewer_name, comment, rating)
            SELECT ${coachId}, 'Kim', '', 1 FROM generate_series(1, 250) RETURNING id)
          INSERT INTO review_reports (review_id, user_id, reason) SELECT id, ${userId}, 'Spam ' || id FROM rows`,
    );
    let [reading, most, read] = [0, 0, 0];
    const watched: typeof pictures = Object.assign(Object.create(pictures), {
      read: async (name: string) => {
        most = Math.max(most, ++reading);
        read++;
        return pictures.read(name).finally(() => reading--);
      },
    });
    const pieces: string[] = [];
    for await (const piece of exportAccount({ ...api(), pictures: watched }, userId, null)) {
      if (pieces.length === 0) expect(read).toBe(0);
      pieces.push(piece);
    }
    expect([read, most]).toEqual([names.length, 1]);
    const exported = JSON.parse(pieces.join(''));
    expect(exported.coach_applications).toHaveLength(names.length);
    expect(exported.coach_applications[29].picture).toBe(
      `data:image/webp;base64,${Buffer.from(names[29] ?? '').toString('base64')}`,
    );
    expect(exported.reported_reviews).toHaveLength(250);
    expect(pieces.filter((piece) => piece.includes('Spam'))).toHaveLength(3); // batches of 100
  });

  test("has a coach's calendar, payout account and earnings", async () => {
    const { coachId, owner, read } = await newCoach(api(), 'exported');
    expect((await read()).coach).toMatchObject({
      calendar: { url: null, busy_times: [] },
      payout_account: null,
    });
    const [startsAt, endsAt] = [api().now(), new Date(api().now().getTime() + HOUR_MS)];
    const url = 'https://calendars.example/private';
    await api().db.insert(coachCalendars).values({ coachId, url, nextReadAt: startsAt });
    await api().db.insert(busyTimes).values({ coachId, startsAt, endsAt });
    await api()
      .db.insert(payoutAccounts)
      .values({ coachId, account: 'acct_exported', submitted: true, updatedAt: startsAt });
    const paid = {
      amountCents: 10_000,
      commissionBps: 1500,
      refundedCents: 4000,
      startsAt,
      endsAt,
    };
    const { id } = await booking(api(), owner, 'completed', paid);
    await booking(api(), owner, 'pending_payment');
    const { coach, earnings } = await read();
    expect(coach).toMatchObject({
      calendar: {
        ...{ url, read_at: null, problem: null },
        busy_times: [{ starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() }],
      },
      payout_account: {
        ...{ id: 'acct_exported', submitted: true, enabled: false, failure: null },
      },
    });
    expect(earnings).toEqual([
      {
        ...{ booking: id, service: 'One-on-one coaching', status: 'completed' },
        ...{ month: expect.stringMatching(/^\d{4}-\d\d$/) },
        ...{ paid_at: expect.any(String), session_time: startsAt.toISOString() },
        ...{ paid: 100, refunded: 40, commission: 9, paid_out: 0, pending: 51 },
      },
    ]);
  });

  test("has a coach's replies and earlier application", async () => {
    const { coachId, read } = await newCoach(api(), 'replying');
    const review = { coachId, reviewerName: 'Kim', comment: 'Good.', rating: 5 };
    await api()
      .db.insert(reviews)
      .values([review, { ...review, reply: 'Thank you!' }]);
    const { time_zone: timeZone, ...applied } = { ...application, email: 'before@example.com' };
    await api()
      .db.insert(coachApplications)
      .values({ ...applied, timeZone, coachId, decidedAt: api().now() });
    expect(await read()).toMatchObject({
      review_replies: [{ reply: 'Thank you!' }],
      coach_applications: [{ name: application.name }],
    });
  });

  test('has a pending address, and the role without secrets', async () => {
    const { get, post } = await member(api(), 'exporting');
    expect((await get('export/')).body).toMatchObject({
      account: { pending_email: null, locked_at: null },
      operator: null,
      earnings: [],
      review_replies: [],
    });
    const change = { email: 'exporting-later@example.com', password: 'Secret-123!' };
    expect((await post('email/', change)).status).toBe(200);
    const { id: userId } = (await get('export/')).body.account;
    const confirmedAt = api().now();
    await api()
      .db.insert(operators)
      .values({ userId, addedAt: confirmedAt, confirmedAt, secret: 'the secret' });
    await api().db.insert(operatorRecoveryCodes).values({ codeHash: 'the hash', userId });
    const { body } = await get('export/');
    const since = confirmedAt.toISOString();
    expect(body).toMatchObject({
      account: { pending_email: 'exporting-later@example.com' },
      operator: { since, second_factor_since: since, recovery_codes: 1 },
    });
    expect(JSON.stringify(body)).not.toMatch(/the secret|the hash/);
    await api().db.delete(operators).where(eq(operators.userId, userId));
  });
});
