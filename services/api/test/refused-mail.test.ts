import net, { type AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';

const REPLIES: Record<string, string> = {
  gone: '550 5.1.1 No such user',
  forbidden: '553 5.1.3 Bad address',
  busy: '450 4.2.1 Try again later',
};
let recipients: string[] = [];
const server = net.createServer((socket) => {
  socket.write('220 mail.test\r\n');
  socket.on('data', (data) => {
    for (const line of String(data).split('\r\n').filter(Boolean)) {
      const name = /^RCPT TO:<([a-z]+)@/.exec(line)?.[1];
      if (name) recipients.push(name);
      socket.write(
        `${name ? (REPLIES[name] ?? '250 OK') : line.startsWith('MAIL FROM:<refused@') ? '550 5.7.1 Not your address' : '250 OK'}\r\n`,
      );
    }
  });
  socket.on('error', () => {});
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

onEveryDatabaseAtNight('mails that a server refuses', (api) => {
  async function sendTo(
    name: string,
    mailFrom = 'Carry <no-reply@carry.example>',
    more: Partial<typeof outbox.$inferInsert> = {},
  ) {
    recipients = [];
    const { port } = server.address() as AddressInfo;
    const config = { ...api().config, smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom };
    await api().db.delete(outbox);
    await api()
      .db.insert(outbox)
      .values({
        recipient: `${name}@x.example`,
        subject: name,
        body: 'x',
        nextAttemptAt: api().now(),
        ...more,
      });
    const stop = api().sendMails(20, { config });
    const row = async () =>
      (await api().db.select().from(outbox).where(eq(outbox.subject, name)))[0];
    await expect.poll(async () => (await row())?.failure).toBeTruthy();
    api().clock.offset += 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await stop();
    return row();
  }

  test.each(['gone', 'forbidden'])(
    'gives up at once: %s',
    { tags: ['@fault-K5'] },
    async (name) => {
      const row = await sendTo(name);
      expect(row).toMatchObject({ attempts: 1, failedAt: expect.any(Date) });
      expect(row?.failure).toMatch(/ 55[03]$/);
      expect(recipients).toEqual([name]);
      const { body } = await api().send('GET', '/api/operator/mails/', undefined, undefined, {
        authorization: 'Bearer the operator of the tests',
      });
      expect(body).toContainEqual(
        expect.objectContaining({ state: 'failed', failure: row?.failure, sendable: true }),
      );
    },
  );

  test('retries a temporary rejection', { tags: ['@fault-K5'] }, async () => {
    const row = await sendTo('busy');
    expect(row?.failedAt).toBeNull();
    expect(row?.attempts).toBeGreaterThan(1);
  });

  test('moves an urgent mail among the normal ones after three attempts', async () => {
    expect((await sendTo('busy', undefined, { priority: 0 }))?.priority).toBe(0);
    expect((await sendTo('busy', undefined, { priority: 0, attempts: 2 }))?.priority).toBe(1);
    expect((await sendTo('busy', undefined, { priority: 2, attempts: 5 }))?.priority).toBe(2);
  });

  test('retries when our sender address is rejected', async () => {
    const row = await sendTo('anybody', 'refused@carry.example');
    expect(row?.failedAt).toBeNull();
    expect(recipients).toEqual([]);
  });

  test('reports the bounce to the affected person', async () => {
    const email = 'gone@x.example';
    await api().db.delete(outbox);
    const password = 'Secret-123!';
    const register = { username: email, email, password, recaptcha: await api().human() };
    expect((await api().send('POST', '/api/register/', register)).status).toBe(201);
    const resend = async () =>
      (await api().send('POST', '/api/auth/resend-verification/', { email })).body;
    expect(await resend()).toMatchObject({ undelivered: false });
    await sendTo('gone');
    const words = `We couldn't deliver email to ${email}. Check the address.`;
    expect(await resend()).toEqual({ detail: words, undelivered: true });
    const signIn = async (secret: string) =>
      api().send('POST', '/api/token/', {
        username: email,
        password: secret,
        recaptcha: await api().human(),
      });
    expect((await signIn(password)).body).toEqual({
      detail: `Your email address is not verified. ${words}`,
      code: 'email_not_verified',
    });
    expect((await signIn('Wrong-123!')).body.detail).not.toContain(email);
    let access = await api().newStudent('bounced');
    const account = async () =>
      (await api().send('GET', '/api/account/', undefined, access)).body.undelivered;
    expect(await account()).toEqual([]);
    await api().send('POST', '/api/account/email/', { email, password }, access);
    await sendTo('gone');
    ({ access } = await api().logIn('bounced@example.com', password));
    expect(await account()).toEqual([email]);
  });
});
