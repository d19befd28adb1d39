import net from 'node:net';
import { eq, like } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import { openDatabase } from '../src/core/db/open';
import {
  chatStates,
  mailTokens,
  outbox,
  paymentEvents,
  refreshTokens,
  users,
} from '../src/core/db/schema';
import { log } from '../src/core/process/log';
import {
  newAddressMail,
  resetMail,
  signInCodeMail,
  verificationMail,
} from '../src/features/mail/account-messages';
import { type Mail, queueMail } from '../src/features/mail/outbox';
import { onEveryDatabaseAtNight } from './harness';

const DAY_MS = 24 * 3_600_000;
const SOON_MS = 50;
const LATER = { timeout: 15_000 };

onEveryDatabaseAtNight('outbox', (api) => {
  const received = (mark: string) =>
    api().sandbox.mails.filter(({ subject }) => subject.startsWith(mark));
  const readRow = async (subject: string) =>
    (await api().db.select().from(outbox).where(eq(outbox.subject, subject)))[0];
  const queue = (subject: string) =>
    queueMail(
      api().db,
      { to: 'kim@example.com', subject, body: 'Open https://site.test/reset-password?token=abc' },
      api().now(),
    );

  test('sends each mail once from two processes and clears it', {
    tags: ['@fault-11.4'],
  }, async () => {
    const { database: location } = api().config;
    const second = 'memory' in location ? null : await openDatabase(location);
    for (let number = 0; number < 60; number++) await queue(`Twice? ${number}`);
    const stops = [
      api().sendMails(SOON_MS),
      api().sendMails(SOON_MS, { db: second?.db ?? api().db }),
    ];
    const unsent = async () =>
      (await api().db.select().from(outbox).where(like(outbox.subject, 'Twice? %'))).filter(
        ({ sentAt }) => !sentAt,
      );
    await expect.poll(async () => (await unsent()).length, { timeout: 20_000 }).toBe(0);
    await Promise.all(stops.map((stop) => stop()));
    await second?.close();
    const subjects = received('Twice?').map(({ subject }) => subject);
    expect([subjects.length, new Set(subjects).size]).toEqual([60, 60]);
    const bodies = (
      await api().db.select().from(outbox).where(like(outbox.subject, 'Twice? %'))
    ).map(({ body }) => body);
    expect(new Set(bodies)).toEqual(new Set(['']));
  });

  test('sends mails that a person waits for first', async () => {
    const mail = { to: 'kim@example.com', body: 'Hello.' };
    const send = (subject: string, priority: Mail['priority']) =>
      queueMail(api().db, { ...mail, subject, ...(priority && { priority }) }, api().now());
    for (let number = 0; number < 5; number++) await send(`Queue: ${number}`, 'bulk');
    await send('Queue: booked', undefined);
    await send('Queue: code', 'urgent');
    const stop = api().sendMails(SOON_MS);
    await expect.poll(() => received('Queue:').length, LATER).toBe(7);
    await stop();
    const order = received('Queue:').map(({ subject }) => subject.slice('Queue: '.length));
    expect(order.toReversed()).toEqual(['code', 'booked', '0', '1', '2', '3', '4']);
  });

  test('marks codes and links as urgent', () => {
    const to = 'kim@example.com';
    const mails = [
      signInCodeMail(api().config, { to, code: '123456', chatName: undefined }),
      verificationMail(api().config, to, 'token'),
      resetMail(api().config, to, { uid: 1, token: 'token' }),
      newAddressMail(api().config, to, 'token'),
    ];
    expect(mails.map(({ priority }) => priority)).toEqual(Array(4).fill('urgent'));
  });

  test('resends the mail of a crashed process after its lease', {
    tags: ['@fault-11.4'],
  }, async () => {
    const sockets: net.Socket[] = [];
    const silent = net.createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as net.AddressInfo;
    await queue('Orphan');
    const stopDying = api().sendMails(SOON_MS, {
      config: { ...api().config, smtpUrl: `smtp://127.0.0.1:${port}` },
    });
    await expect.poll(() => sockets.length, { timeout: 15_000 }).toBe(1);
    const stop = api().sendMails(SOON_MS);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(received('Orphan')).toEqual([]);
    const { offset } = api().clock;
    api().clock.offset += 2.1 * 60_000;
    await expect.poll(() => received('Orphan').length, { timeout: 15_000 }).toBe(1);
    await expect.poll(async () => (await readRow('Orphan'))?.sentAt).toBeTruthy();
    const sent = await readRow('Orphan');
    for (const socket of sockets) socket.destroy();
    await Promise.all([stop(), stopDying(), new Promise((resolve) => silent.close(resolve))]);
    expect(await readRow('Orphan')).toEqual(sent);
    api().clock.offset = offset;
  });

  test('records a sent mail after a database outage', {
    tags: ['@fault-fleet'],
  }, async () => {
    let refused = 0;
    const db = new Proxy(api().db, {
      get(target, name) {
        if (name !== 'update' || received('Forgotten').length === 0 || refused++ > 3)
          return Reflect.get(target, name);
        return () => ({ set: () => ({ where: () => Promise.reject(new Error('gone')) }) });
      },
    });
    await queue('Forgotten');
    const stop = api().sendMails(SOON_MS, { db });
    await expect.poll(async () => (await readRow('Forgotten'))?.sentAt, LATER).toBeTruthy();
    await stop();
    expect(refused).toBeGreaterThan(1);
    expect(received('Forgotten')).toHaveLength(1);
  });

  test('reports a mail after three days and clears it later', {
    tags: ['@fault-11.4'],
  }, async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {});
    const { offset } = api().clock;
    await queue('Patience');
    const config = { ...api().config, smtpUrl: 'smtp://127.0.0.1:9' };
    const stop = api().sendMails(SOON_MS, { config });
    const attempts = async () => (await readRow('Patience'))?.attempts ?? 0;
    for (const days of [0.2, 1, 2.9]) {
      const before = await attempts();
      api().clock.offset = offset + days * DAY_MS;
      await expect.poll(attempts, { timeout: 15_000 }).toBeGreaterThan(before);
    }
    expect(await readRow('Patience')).toMatchObject({
      failedAt: null,
      body: expect.stringContaining('token=abc'),
    });
    expect(error).not.toHaveBeenCalled();
    api().clock.offset = offset + 3.1 * DAY_MS;
    await expect
      .poll(() => readRow('Patience'), { timeout: 15_000 })
      .toMatchObject({ failedAt: expect.any(Date), body: expect.stringContaining('token=abc') });
    await stop();
    await deleteExpired(api());
    expect((await readRow('Patience'))?.body).not.toBe('');
    api().clock.offset += 7.1 * DAY_MS;
    await deleteExpired(api());
    expect((await readRow('Patience'))?.body).toBe('');
    expect(error.mock.calls.flat().join('\n')).toMatch(/^mail \d+ undeliverable/);
    api().clock.offset = offset;
    error.mockRestore();
  });

  test('deletes expired data and keeps the rest', {
    tags: ['@fault-11.4'],
  }, async () => {
    const { db, now } = api();
    const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
    const [user] = await db.select().from(users).limit(1);
    const userId = user?.id ?? 0;
    const mail = {
      recipient: 'old@example.com',
      subject: 'Retention',
      body: '',
      nextAttemptAt: now(),
    };
    await db
      .insert(outbox)
      .values([
        { ...mail, sentAt: ago(31) },
        { ...mail, failedAt: ago(31) },
        { ...mail, sentAt: ago(29) },
        mail,
      ]);
    const mailToken = { userId, purpose: 'reset' as const };
    await db.insert(mailTokens).values([
      { ...mailToken, tokenHash: 'gone', expiresAt: ago(31) },
      { ...mailToken, tokenHash: 'kept', expiresAt: ago(29) },
    ]);
    const refresh = { family: crypto.randomUUID(), userId };
    await db.insert(refreshTokens).values([
      { ...refresh, tokenHash: 'gone', expiresAt: ago(0.001) },
      { ...refresh, tokenHash: 'kept', expiresAt: ago(-1) },
    ]);
    await db.insert(paymentEvents).values([
      { id: 'gone', type: 'x', receivedAt: ago(91) },
      { id: 'kept', type: 'x', receivedAt: ago(31) },
    ]);
    const { booking_id: bookingId } = (
      await api().send(
        'POST',
        '/api/create-booking/',
        api().order(null),
        (
          await api().asStudent()
        ).access,
      )
    ).body;
    const state = { userId, bookingId, verifier: 'v' };
    await db.insert(chatStates).values([
      { ...state, stateHash: 'gone', expiresAt: ago(1.1) },
      { ...state, stateHash: 'kept', expiresAt: ago(0.9) },
    ]);
    await deleteExpired(api());
    const hashes = async (table: typeof mailTokens | typeof refreshTokens) =>
      (await db.select({ hash: table.tokenHash }).from(table))
        .map(({ hash }) => hash)
        .filter((hash) => hash === 'gone' || hash === 'kept');
    expect(await hashes(mailTokens)).toEqual(['kept']);
    expect(await hashes(refreshTokens)).toEqual(['kept']);
    expect((await db.select().from(paymentEvents)).map(({ id }) => id)).toEqual(['kept']);
    const left = await db.select().from(outbox).where(eq(outbox.subject, 'Retention'));
    expect(left.map(({ sentAt, failedAt }) => [sentAt && sentAt > ago(30), failedAt])).toEqual([
      [true, null],
      [null, null],
    ]);
    expect((await db.select().from(chatStates)).map(({ stateHash }) => stateHash)).toEqual([
      'kept',
    ]);
  });
});
