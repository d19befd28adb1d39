import { and, eq, gt, isNull, notLike } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../src/core/db/schema';
import { claimBooking } from '../src/features/chat/claims';
import { pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';
import { member, PASSWORD } from './member';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('mails with a link that expires', (api) => {
  /** Hours until the newest mail to an address is discarded. */
  const hoursLeft = async (to: string) => {
    const { discardAfter } = (await api().lastMail(to)) ?? {};
    return discardAfter && Math.round((discardAfter.getTime() - api().now().getTime()) / HOUR_MS);
  };
  const human = async (path: string, email: string) =>
    api().send('POST', path, { email, recaptcha: await api().human() });
  /** Number of mails that would be sent, without the confirmed one of the registration. */
  const countWaiting = (email: string, confirmed = 'Verify%') =>
    api().db.$count(
      outbox,
      and(
        eq(outbox.recipient, email),
        isNull(outbox.sentAt),
        notLike(outbox.subject, confirmed),
        gt(outbox.discardAfter, api().now()),
      ),
    );
  const register = async (email: string) =>
    api().send('POST', '/api/register/', {
      ...{ username: email, email, password: PASSWORD },
      recaptcha: await api().human(),
    });

  test('are discarded when it expires', async () => {
    await register('expires@example.com');
    expect(await hoursLeft('expires@example.com')).toBe(48);
    const { email, post } = await member(api(), 'forgets');
    await human('/api/auth/password-reset/', email);
    expect(await hoursLeft(email)).toBe(1);
    await post('email/', { email: 'new@example.com', password: PASSWORD });
    expect(await hoursLeft('new@example.com')).toBe(48);
    const { id, studentEmail } = await pair(api());
    await claimBooking(api(), id, { id: '1', username: 'kim' });
    expect(await hoursLeft(studentEmail)).toBe(1);
  });

  test('are superseded by one with a new link', async () => {
    const email = 'twice@example.com';
    await register(email);
    await api().send('POST', '/api/auth/resend-verification/', { email });
    expect(await countWaiting(email, 'None')).toBe(1);
    const forgets = await member(api(), 'forgets-twice');
    for (const _ of ['first', 'second']) await human('/api/auth/password-reset/', forgets.email);
    expect(await countWaiting(forgets.email)).toBe(1);
  });

  /** Registers with a verification mail whose attempts were refused for now. */
  async function greylist(email: string) {
    await register(email);
    const { id = 0 } = (await api().lastMail(email)) ?? {};
    const first = eq(outbox.id, id);
    await api().db.update(outbox).set({ attempts: 20, failure: 'EENVELOPE 450' }).where(first);
    const resend = () => api().send('POST', '/api/auth/resend-verification/', { email });
    const expire = async () => {
      const stop = api().sendMails(20);
      const read = async () => (await api().db.select().from(outbox).where(first))[0];
      await expect.poll(async () => (await read())?.failedAt, { timeout: 15_000 }).toBeTruthy();
      await stop();
    };
    return { id, resend, expire };
  }

  test('do not count as undelivered if they were superseded', async () => {
    const { id, resend, expire } = await greylist('greylisted@example.com');
    await resend();
    const nextAttemptAt = new Date(api().now().getTime() + HOUR_MS);
    await api().db.update(outbox).set({ nextAttemptAt }).where(gt(outbox.id, id));
    await expire();
    expect((await resend()).body.undelivered).toBe(false);
  });

  test('count as undelivered if they expired after failed attempts', async () => {
    const { resend, expire } = await greylist('full@example.com');
    api().clock.offset += 49 * HOUR_MS;
    await expire();
    expect((await resend()).body.undelivered).toBe(true);
  });

  test('are discarded when the account is deleted', async () => {
    const { email, post } = await member(api(), 'leaves');
    await human('/api/auth/password-reset/', email);
    await post('email/', { email: 'next@example.com', password: PASSWORD });
    expect(await countWaiting(email)).toBe(1);
    expect((await post('delete/', { password: PASSWORD })).status).toBe(200);
    expect(await countWaiting(email)).toBe(0);
    expect(await countWaiting('next@example.com')).toBe(0);
  });

  test('are discarded when a changed password ends the link', async () => {
    const { email, post } = await member(api(), 'remembers');
    await human('/api/auth/password-reset/', email);
    expect(await countWaiting(email)).toBe(1);
    const password = { password: PASSWORD, new_password: 'Better-123!' };
    expect((await post('password/', password)).status).toBe(200);
    expect(await countWaiting(email)).toBe(0);
  });
});
