import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../src/core/db/schema';
import { isUndelivered } from '../src/features/mail/delivery-failure';
import { LEASE_MS } from '../src/features/mail/outbox';
import { pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('mails about unread messages', (api) => {
  async function open() {
    const { student, coach, studentEmail } = await pair(api());
    const write = async (side: typeof student, text: string) => (await side.write(text)).body.id;
    return {
      hear: (text: string) => write(coach, text),
      say: (text: string) => write(student, text),
      email: studentEmail,
      read: (last: number) => student.post('messages/read/', { last }),
      mails: async () =>
        (await api().mailsTo(studentEmail))
          .filter(({ subject, body }) => subject.endsWith('sent you a message') && body)
          .map(({ body }) => /First|Second|Third/.exec(body)?.[0]),
    };
  }

  test('names the next message after the mailed one was read', async () => {
    const { hear, read, mails } = await open();
    const first = await hear('First.');
    const second = await hear('Second.');
    const third = await hear('Third.');
    expect(await mails()).toEqual(['First']);
    await read(first);
    expect(await mails()).toEqual(['Second']);
    await read(second);
    expect(await mails()).toEqual(['Third']);
    await read(third);
    expect(await mails()).toEqual([]);
  });

  test('names the next message after an operator removed the mailed one', async () => {
    const { hear, read, mails } = await open();
    const first = await hear('First.');
    const second = await hear('Second.');
    const token = api().config.operatorToken;
    await api().send('POST', `/api/operator/messages/${first}/remove/`, {}, token);
    expect(await mails()).toEqual(['Second']);
    await read(second);
    expect(await mails()).toEqual([]);
  });

  const delivery = [
    ['waits for its next attempt', { attempts: 3, failure: 'ECONNECTION' }],
    ['failed', { attempts: 3, failure: 'EENVELOPE 550', failedAt: new Date() }],
  ] as const;
  test.each(delivery)('quote no message that was read while its mail %s', async (_, change) => {
    const { hear, read, mails } = await open();
    const first = await hear('First.');
    await api().db.update(outbox).set(change);
    await read(first);
    expect(await mails()).toEqual([]);
  });

  test('keep the failure of the address after the message was read', async () => {
    const { hear, read, email } = await open();
    const first = await hear('First.');
    await api().db.update(outbox).set(delivery[1][1]);
    await read(first);
    expect(await isUndelivered(api().db, email)).toBe(true);
    expect(await api().lastMail(email)).toMatchObject({ body: '', dismissedAt: expect.any(Date) });
  });

  test('stay one when the message is removed while its mail is being sent', async () => {
    const { hear, mails } = await open();
    const first = await hear('First.');
    await hear('Second.');
    const nextAttemptAt = new Date(api().now().getTime() + LEASE_MS);
    await api().db.update(outbox).set({ attempts: 1, nextAttemptAt });
    const token = api().config.operatorToken;
    await api().send('POST', `/api/operator/messages/${first}/remove/`, {}, token);
    expect(await mails()).toEqual([]);
  });

  test('are replaced once if they failed', async () => {
    const { hear, mails, email } = await open();
    const first = await hear('First.');
    const second = await hear('Second.');
    await hear('Third.');
    await api().db.update(outbox).set(delivery[1][1]);
    const token = api().config.operatorToken;
    const remove = (id: number) =>
      api().send('POST', `/api/operator/messages/${id}/remove/`, {}, token);
    await remove(first);
    const { id = 0 } = (await api().lastMail(email)) ?? {};
    await api().db.update(outbox).set({ sentAt: api().now() }).where(eq(outbox.id, id));
    await remove(second);
    expect(await mails()).toEqual(['Second']);
  });

  test.each(delivery)('quote no removed message if its mail %s', async (_, change) => {
    const { hear, mails } = await open();
    const first = await hear('First.');
    await hear('Second.');
    await api().db.update(outbox).set(change);
    const token = api().config.operatorToken;
    await api().send('POST', `/api/operator/messages/${first}/remove/`, {}, token);
    expect(await mails()).toEqual(['Second']);
  });

  test('stay one when an operator removes the message of a sent mail', async () => {
    const { hear, mails } = await open();
    const first = await hear('First.');
    await hear('Second.');
    await api().db.update(outbox).set({ sentAt: api().now() });
    await api().send(
      'POST',
      `/api/operator/messages/${first}/remove/`,
      {},
      api().config.operatorToken,
    );
    expect(await mails()).toEqual(['First']);
    await hear('Third.');
    expect(await mails()).toHaveLength(2);
  });

  test('stay when only earlier messages were read', async () => {
    const { hear, say, read, mails } = await open();
    const own = await say('Hi.');
    await hear('First.');
    await read(own);
    expect(await mails()).toEqual(['First']);
  });
});
