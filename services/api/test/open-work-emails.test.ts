import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  bookings,
  coachApplications,
  operators,
  payoutAccounts,
  users,
} from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { notifyOperators } from '../src/features/operator/open-work-emails';
import { reportIncident } from '../src/features/payments/incidents';
import { onEveryDatabaseAtNight } from './harness';
import { application, booking } from './matrix-row';
import { rejectRows } from './reject-rows';

const DAY_MS = 86_400_000;

onEveryDatabaseAtNight('emails about open work', (api) => {
  const apply = (name: string, address: string) =>
    api().send(
      'POST',
      '/api/coach-applications/',
      { ...application, email: `${name}@example.com` },
      undefined,
      { 'x-forwarded-for': address },
    );
  const mailsTo = async (email: string) =>
    (await api().mailsTo(email))
      .map(({ subject }) => subject)
      .filter((one) => one.startsWith('Carry:'));

  test('are sent once a day, by any number of processes', async () => {
    await api().newStudent('owner');
    const email = 'owner@example.com';
    const { operatorToken } = api().config;
    await api().send('POST', '/api/operator/operators/', { email }, operatorToken);
    await notifyOperators(api());
    expect(await mailsTo(email)).toEqual([]);

    await apply('first', '10.0.7.1');
    await Promise.all([notifyOperators(api()), notifyOperators(api())]);
    expect(await mailsTo(email)).toEqual(['Carry: 1 application']);
    expect((await api().lastMail(email))?.body).toContain('http://site.test/operator');

    await apply('second', '10.0.7.2');
    await notifyOperators(api());
    expect(await mailsTo(email)).toHaveLength(1);
    api().clock.offset += DAY_MS;
    await notifyOperators(api());
    expect((await mailsTo(email))[0]).toBe('Carry: 2 applications');

    api().clock.offset += DAY_MS;
    await notifyOperators(api());
    expect(await mailsTo(email)).toHaveLength(2);
    const decided = { decidedAt: api().now() };
    await api().db.update(coachApplications).set(decided);
    await notifyOperators(api());
    await apply('third', '10.0.7.3');
    await notifyOperators(api());
    expect((await mailsTo(email))[0]).toBe('Carry: 1 application');
  });

  test('are sent to the others if one cannot be queued', async () => {
    const emails = ['unlucky@example.com', 'lucky@example.com'];
    const { operatorToken } = api().config;
    for (const email of emails) {
      await api().newStudent(email.replace('@example.com', ''));
      await api().send('POST', '/api/operator/operators/', { email }, operatorToken);
    }
    await apply('unseen', '10.0.7.8');
    const accept = await rejectRows(api(), 'outbox', `row.recipient = '${emails[0]}'`);
    await notifyOperators(api());
    await accept();
    expect(await Promise.all(emails.map(mailsTo))).toEqual([[], [expect.any(String)]]);
  });

  test('report a dispute within the quiet day, with its deadline', async () => {
    await api().newStudent('cashier');
    const email = 'cashier@example.com';
    const { operatorToken } = api().config;
    await api().send('POST', '/api/operator/operators/', { email }, operatorToken);
    await apply('hurried', '10.0.7.9');
    await notifyOperators(api());
    const before = (await mailsTo(email)).length;
    const report = (key: string, type: string) =>
      reportIncident(api().db, { key, type, occurredAt: api().now(), summary: `${key} by 8 May` });
    await report('balance', 'topup.failed');
    const account = { coachId: 1, account: 'acct_1', failure: 'Closed', updatedAt: api().now() };
    await api().db.insert(payoutAccounts).values(account);
    await notifyOperators(api());
    expect(await mailsTo(email)).toHaveLength(before);
    await report('dispute dp_9', 'charge.dispute.created');
    await notifyOperators(api());
    await notifyOperators(api());
    expect(await mailsTo(email)).toHaveLength(before + 1);
    expect((await mailsTo(email))[0]).toContain('1 dispute, 1 payment incident, 1 failed payout');
    expect((await api().lastMail(email))?.body).toContain('Unknown booking: dispute dp_9 by 8 May');
  });

  test('repeat no dispute that an older release forgets', async () => {
    await api().newStudent('upgraded');
    const email = 'upgraded@example.com';
    const { operatorToken } = api().config;
    await api().send('POST', '/api/operator/operators/', { email }, operatorToken);
    const occurredAt = api().now();
    const dispute = { key: 'dispute dp_10', type: 'charge.dispute.created', occurredAt };
    await reportIncident(api().db, { ...dispute, summary: 'Dispute' });
    await notifyOperators(api());
    const before = (await mailsTo(email)).length;
    await api().db.update(operators).set({ notifiedWork: {} });
    for (const _ of ['now', 'five minutes later']) await notifyOperators(api());
    expect(await mailsTo(email)).toHaveLength(before);
    await reportIncident(api().db, { ...dispute, isResolved: true, summary: 'Won' });
  });

  test('include refunds that students requested', async () => {
    await api().newStudent('treasurer');
    const email = 'treasurer@example.com';
    const { operatorToken } = api().config;
    await api().send('POST', '/api/operator/operators/', { email }, operatorToken);
    const { coachId, serviceId, userId: coachUserId } = await api().newCoach('paid');
    const [student] = await api().newCrowd('unhappy', 1);
    const owner = { studentId: student?.id ?? 0, coachId, serviceId, coachUserId };
    const request = async (reason: string) => {
      const { id } = await booking(api(), owner, 'completed', { completedAt: api().now() });
      const path = `/api/my-sessions/${id}/refund/`;
      const token = await signAccess(api(), owner.studentId);
      expect((await api().send('POST', path, { reason }, token)).status).toBe(200);
      return id;
    };
    const last = async () => (await api().lastMail(email))?.body;
    const first = await request('No sound.');
    await notifyOperators(api());
    expect((await mailsTo(email))[0]).toContain('1 refund request this week');
    expect(await last()).toContain(`Newest refund requests: booking ${first}.`);
    expect(await last()).not.toContain('No sound.'); // stays in the console, for an account deletion
    // One leaves the week and another one comes, so their number stays.
    api().clock.offset += 8 * DAY_MS;
    const second = await request('No picture.');
    await notifyOperators(api());
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await last()).toContain(`Newest refund requests: booking ${second}.`);
    api().clock.offset += DAY_MS;
    await api()
      .db.update(bookings)
      .set({ refundAfter: api().now() })
      .where(eq(bookings.id, second));
    await notifyOperators(api());
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('are not sent to locked accounts', async () => {
    await api().newStudent('gone');
    const email = 'gone@example.com';
    const [user] = await api().db.select().from(users).where(eq(users.email, email));
    await api()
      .db.insert(operators)
      .values({ userId: user?.id ?? 0, addedAt: api().now() });
    await api().db.update(users).set({ lockedAt: api().now() }).where(eq(users.email, email));
    await apply('fourth', '10.0.7.4');
    await notifyOperators(api());
    expect(await mailsTo(email)).toEqual([]);
  });
});
