import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coaches, waitlist } from '../src/core/db/schema';
import { waitlistUnsubscribe } from '../src/features/mail/waitlist-unsubscribe';
import { onEveryDatabase } from './harness';
import { member, PASSWORD } from './member';

onEveryDatabase('queued mails of the waiting list', (api) => {
  const join = (email: string, game = 'cs2') =>
    api().send('POST', '/api/waitlist/', { game, email });
  const operate = async (path: string, body: object) =>
    (await api().send('POST', `/api/operator/${path}/`, body, api().config.operatorToken)).status;

  /** Queues an invitation for the address. */
  async function invite(email: string) {
    const { coachId } = await api().newCoach(`of-${email.split('@')[0]}`);
    await api()
      .db.update(coaches)
      .set({ games: ['cs2'] })
      .where(eq(coaches.id, coachId));
    await join(email);
    expect(await operate(`coaches/${coachId}/invitations`, { game: 'cs2' })).toBe(200);
    expect(await mails(email)).toContain('A coach for you at Carry');
  }
  const mails = async (email: string) => (await api().mailsTo(email)).map(({ subject }) => subject);

  test('are deleted with a removed address', async () => {
    const [email, other] = ['removed@waits.example', 'stays@waits.example'];
    await invite(email);
    await invite(other);
    const set = { unsubscribedAt: api().now() };
    await api().db.update(waitlist).set(set).where(eq(waitlist.email, email));
    await join(email, 'dota2');
    expect(await mails(email)).toHaveLength(2);
    expect(await operate('waitlist/remove', { email: email.toUpperCase() })).toBe(200);
    expect([await mails(email), await mails(other)]).toEqual([[], ['A coach for you at Carry']]);
  });

  test('are deleted for an address that unsubscribes', async () => {
    const email = 'unsubscribes@waits.example';
    await invite(email);
    const { pathname, search } = new URL(waitlistUnsubscribe(api().config, email, 'cs2').page);
    expect((await api().send('POST', pathname + search)).status).toBe(200);
    expect(await mails(email)).toEqual([]);
  });

  test('are deleted with the account', async () => {
    const { email, access, post } = await member(api(), 'leaves-list');
    await invite(email);
    expect((await post('delete/', { password: PASSWORD }, access)).status).toBe(200);
    expect(await mails(email)).not.toContain('A coach for you at Carry');
  });
});
