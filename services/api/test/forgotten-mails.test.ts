import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import { outbox } from '../src/core/db/schema';
import { textsTopic } from '../src/features/mail/delayed-mails';
import { queueMail } from '../src/features/mail/outbox';
import { onEveryDatabaseAtNight } from './harness';
import { member, PASSWORD } from './member';
import { webhook } from './webhook';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

onEveryDatabaseAtNight('mails about a deleted account', (api) => {
  const states = [
    ['wait', { attempts: 0 }],
    ['are tried again', { attempts: 3, failure: 'ECONNECTION' }],
    ['failed', { attempts: 1, failure: 'EENVELOPE 550', failedAt: new Date() }],
  ] as const;

  async function paid(name: string) {
    const { access, logIn, post } = await member(api(), name);
    await post('display-name/', { name: 'Kim Secret' });
    const coach = await api().newCoach(`${name}-coach`);
    const start = (Math.floor(api().now().getTime() / DAY_MS) + 3.5) * DAY_MS;
    const at = new Date(start).toISOString();
    const order = api().order(
      { date: at.slice(0, 10), time: at.slice(11, 16) },
      { coach_id: coach.coachId, service_id: coach.serviceId, details: 'My knee hurts.' },
    );
    const { booking_id: id } = (await api().send('POST', '/api/create-booking/', order, access))
      .body;
    const { sessionId } = (await api().send('POST', `/api/bookings/${id}/checkout/`, {}, access))
      .body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    const change = (values: Partial<typeof outbox.$inferInsert>) =>
      api().db.update(outbox).set(values).where(eq(outbox.recipient, coach.email));
    const remove = async (token = access) =>
      expect((await post('delete/', { password: PASSWORD }, token)).status).toBe(200);
    const mails = () => api().mailsTo(coach.email);
    return { id, coach, start, logIn, change, remove, mails };
  }

  test.each(states)('quote no order if they %s', async (state, values) => {
    const { change, remove, mails } = await paid(`order-${state.replaceAll(' ', '-')}`);
    await change(values);
    expect((await mails())[0]?.body).toContain('My knee hurts.');
    await remove();
    const left = await mails();
    expect(left.map(({ subject }) => subject)).toEqual([expect.stringMatching('is cancelled')]);
    for (const { body } of left) expect(body).not.toMatch(/knee|kim#1/);
  });

  test.each(states)('quote no reason of a refund if they %s', async (state, values) => {
    const { id, start, logIn, change, remove, mails } = await paid(
      `reason-${state.replaceAll(' ', '-')}`,
    );
    api().clock.offset += start + 2 * HOUR_MS - api().now().getTime();
    const { access } = await logIn();
    const path = `/api/my-sessions/${id}/refund/`;
    const asked = await api().send('POST', path, { reason: 'I fell ill.' }, access);
    expect(asked.status).toBe(200);
    await change(values);
    expect((await mails())[0]?.body).toContain('I fell ill.');
    await remove(access);
    expect(await mails()).toEqual([]);
  });

  test('are deleted again if a request that overlapped queued one', async () => {
    const { id, coach, remove, mails } = await paid('overlapping');
    await remove();
    const late = { to: coach.email, subject: 'Late', body: 'kim#1', topic: textsTopic(id) };
    await queueMail(api().db, late, api().now());
    await deleteExpired(api());
    expect((await mails()).map(({ subject }) => subject)).not.toContain('Late');
  });

  test('keep no name in their subject once they are sent', async () => {
    const { id, coach, remove, mails } = await paid('named');
    const other = await paid('other');
    const send = async () => {
      const stop = api().sendMails(20);
      const waiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt));
      await expect.poll(() => api().db.$count(outbox, waiting), { timeout: 15_000 }).toBe(0);
      await stop();
    };
    await send();
    expect((await mails())[0]?.subject).toBe(`New booking ${id} from Kim Secret`);
    await remove();
    await send();
    await deleteExpired(api());
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Email about booking ${id}`,
      `Email about booking ${id}`,
    ]);
    expect((await other.mails())[0]?.subject).toBe(`New booking ${other.id} from Kim Secret`);
    const received = api().sandbox.mails.filter(({ to }) => to === coach.email);
    expect(received[0]?.subject).toContain('Kim Secret is cancelled');
  });
});
