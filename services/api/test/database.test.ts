import net from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { listenOnPostgres } from '../src/core/db/listen';
import { openDatabase } from '../src/core/db/open';
import { users } from '../src/core/db/schema';
import { onEveryDatabase } from './harness';

const timeouts = { connectMs: 400, statementMs: 500, lockMs: 300, answerMs: 700 };

/** TCP proxy to the database that can be cut, frozen and restored. */
async function wireTo(url: string) {
  const target = new URL(url);
  const open = new Set<net.Socket>();
  let frozen = false;
  let cut = false;
  const server = net.createServer((near) => {
    if (cut) return void near.destroy();
    const far = net.connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        (socket === near ? far : near).destroy();
      });
    }
    near.on('data', (chunk) => frozen || far.write(chunk));
    far.on('data', (chunk) => frozen || near.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const near = new URL(url);
  near.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  const dropAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: near.href,
    freeze: (on: boolean) => {
      frozen = on;
    },
    cut: (on: boolean) => {
      cut = on;
      if (on) dropAll();
    },
    close: () => {
      dropAll();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

onEveryDatabase('a database that fails', (api) => {
  test('responds 503 during an outage and recovers without a restart', {
    tags: ['@fault-11.32', '@fault-I5'],
  }, async ({ skip }) => {
    const { database } = api().config;
    if (!('url' in database)) return skip('one process, one database: nothing to lose');
    const wire = await wireTo(database.url);
    const opened = await openDatabase({ url: wire.url }, timeouts);
    const app = createApp({ ...api(), db: opened.db });
    const ask = async (path: string) => {
      const started = Date.now();
      const answer = await app.request(`http://api.test${path}`);
      return [answer.status, answer.headers.has('retry-after'), Date.now() - started < 3000];
    };
    const well = async () =>
      expect([await ask('/api/coaches/1/'), await ask('/readyz')]).toEqual([
        [200, false, true],
        [200, false, true],
      ]);
    const ill = async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask('/api/coaches/1/')));
      expect(new Set(answers.map(String))).toEqual(new Set(['503,true,true']));
      expect(await ask('/readyz')).toEqual([503, false, true]);
      expect((await app.request('http://api.test/healthz')).status).toBe(200);
    };
    await well();
    for (const [fail, restore] of [
      [() => wire.freeze(true), () => wire.freeze(false)],
      [() => wire.cut(true), () => wire.cut(false)],
    ] as const) {
      fail();
      await ill();
      restore();
      await expect.poll(() => ask('/readyz'), { timeout: 15_000 }).toEqual([200, false, true]);
      await well();
    }
    // lost inside a transaction: the process must survive
    const lost = opened.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`);
      wire.cut(true);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.execute(sql`SELECT 1`);
    });
    await expect(lost).rejects.toThrow();
    wire.cut(false);
    await well();
    await opened.close();
    await wire.close();
  });

  test('reconnects for notifications after a silent loss', async ({ skip }) => {
    const { database } = api().config;
    if (!('url' in database)) return skip('PGlite needs no connection');
    const wire = await wireTo(database.url);
    const heard: (string | null)[] = [];
    const listen = listenOnPostgres(wire.url, { beatMs: 100, answerMs: 300 });
    const stop = await listen('carry_test', (payload) => heard.push(payload));
    expect(heard).toEqual([null]);
    wire.freeze(true); // drops what is sent, without a FIN
    await new Promise((resolve) => setTimeout(resolve, 600));
    wire.freeze(false);
    await expect.poll(() => heard, { timeout: 15_000 }).toEqual([null, null]);
    await api().db.execute(sql`SELECT pg_notify('carry_test', 'news')`);
    await expect.poll(() => heard).toEqual([null, null, 'news']);
    await stop();
    await wire.close();
  });

  test('times out slow statements and locks with 503', {
    tags: ['@fault-11.32'],
  }, async ({ skip }) => {
    const { database } = api().config;
    if (!('url' in database)) return skip('the embedded database has one connection');
    const opened = await openDatabase(database, timeouts);
    const app = createApp({ ...api(), db: opened.db });
    app.get('/slow', async (context) =>
      context.json(await opened.db.execute(sql`SELECT pg_sleep(5)`).then(() => 1)),
    );
    app.get('/locked', async (context) =>
      context.json(await opened.db.execute(sql`SELECT 1 FROM coaches FOR UPDATE`).then(() => 1)),
    );
    const slow = await app.request('http://api.test/slow');
    expect([slow.status, slow.headers.get('retry-after')]).toEqual([503, '5']);
    await api().db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1 FROM coaches WHERE id = 1 FOR UPDATE`);
      expect((await app.request('http://api.test/locked')).status).toBe(503);
    });
    await opened.close();
  });

  test('plans a frequent statement once for a connection', async ({ skip }) => {
    const { database } = api().config;
    if (!('url' in database)) return skip('PGlite needs no connection');
    const { db, close } = await openDatabase({ url: database.url }, timeouts, { migrate: false });
    const kept = () =>
      db.execute(
        sql`SELECT generic_plans + custom_plans AS uses FROM pg_prepared_statements WHERE statement LIKE ${'%"users"%'}`,
      ) as unknown as Promise<{ rows: { uses: string }[] }>;
    for (let use = 1; use <= 4; use++) await db.select().from(users).where(eq(users.id, use));
    expect((await kept()).rows).toEqual([]);
    for (let use = 1; use <= 4; use++) await db.select().from(users).where(eq(users.id, use));
    expect((await kept()).rows).toEqual([{ uses: '4' }]);
    await close();
  });

  test('fails readiness before the server stops', { tags: ['@fault-11.32'] }, async () => {
    api().lifecycle.stopping = true;
    expect((await api().send('GET', '/readyz')).status).toBe(503);
    expect((await api().send('GET', '/api/coaches/1/')).status).toBe(200); // late requests still succeed
    api().lifecycle.stopping = false;
    expect((await api().send('GET', '/readyz')).status).toBe(200);
  });
});
