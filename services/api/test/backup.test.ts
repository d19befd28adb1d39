import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDatabase } from '../src/app/seed';
import { type Database, type DatabaseLocation, openDatabase } from '../src/core/db/open';
import {
  bookings,
  coachRevisions,
  operatorAudit,
  outbox,
  payoutAccounts,
  services,
  transfers,
  users,
  waitlist,
} from '../src/core/db/schema';
import { backup, readBackup, restore } from '../src/features/backup';
import { testDatabases } from './databases';

const [, postgres] = await testDatabases();
const folder = mkdtempSync(path.join(tmpdir(), 'carry-backup-'));
const file = (name: string) => path.join(folder, name);
const lite = (name: string): DatabaseLocation => ({ folder: file(name) });
const content = (name: string) =>
  gunzipSync(readFileSync(file(name)))
    .toString()
    .split('\n')
    .slice(1, -2);
const HOSTILE = 'line\n["users"]\r\n{"a":1} \\ " \u2028 🎯 \u0001';

const at = new Date('2026-11-22T12:00:00Z');

/** A transfer that the coach paid back by hand, one that was refused, an event of a bank and an operator's reason. */
async function addMoneyPaidBack(db: Database): Promise<void> {
  const [service] = await db.select().from(services).limit(1);
  const [student] = await db.select().from(users).limit(1);
  const { id: serviceId = 0, coachId = 0 } = service ?? {};
  const booking = {
    ...{ studentId: student?.id ?? 0, coachId, serviceId, quantity: 1, amountCents: 10_000 },
    ...{ durationMinutes: 60, contactInfo: '', details: '', holdExpiresAt: at, paidAt: at },
  };
  const [made, refused] = await db
    .insert(bookings)
    .values([
      { ...booking, status: 'completed' },
      { ...booking, status: 'completed' },
    ])
    .returning();
  const transfer = { account: 'acct_1', amountCents: 8500, retryAt: at, createdAt: at };
  await db.insert(transfers).values([
    { ...transfer, bookingId: made?.id ?? 0, transfer: 'tr_1' },
    { ...transfer, bookingId: refused?.id ?? 0, refused: true },
  ]);
  await db
    .update(bookings)
    .set({ paidByHandCents: -3400 })
    .where(eq(bookings.id, made?.id ?? 0));
  const account = { account: 'acct_1', bankEventAt: at, updatedAt: at };
  await db.insert(payoutAccounts).values({ ...account, coachId });
  const entry = { at, who: 'kim', action: 'hide review', target: 1, status: 200 };
  await db.insert(operatorAudit).values({ ...entry, reason: 'An insult.' });
}

beforeAll(async () => {
  const { db, close } = await openDatabase(lite('source'));
  await seedDatabase(db, new Date('2026-11-22T12:00:00.123Z'));
  await db.insert(outbox).values({ recipient: 'kim@example.com', subject: HOSTILE, body: '' });
  await db.execute(sql`UPDATE outbox SET created_at = '2026-01-01 00:00:00.123456+00'`);
  await db.insert(users).values({ email: 'gone@example.com', passwordHash: 'x' });
  await db.execute(sql`DELETE FROM users WHERE email = 'gone@example.com'`);
  const waiting = Array.from({ length: 450 }, (_, at) => ({
    game: 'cs2',
    email: `wait${at}@x.example`,
  }));
  await db.insert(waitlist).values(waiting);
  await addMoneyPaidBack(db);
  await close();
  await backup(lite('source'), file('first'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('writes a complete private file and overwrites nothing', async () => {
  expect(statSync(file('first')).mode & 0o777).toBe(0o600);
  expect((await readBackup(file('first'))).rows).toBeGreaterThan(470);
  await expect(backup(lite('source'), file('first'))).rejects.toThrow(/already exists/);
  await expect(backup(lite('nothing'), file('none'))).rejects.toThrow(
    /this database has no tables/,
  );
  await expect(readBackup(file('none'))).rejects.toThrow(/there is no/);
});

test('rejects truncated, changed or foreign files before any change', async () => {
  const whole = readFileSync(file('first'));
  const text = gunzipSync(whole).toString();
  const damaged = {
    cut: whole.subarray(0, whole.length - 200),
    shorter: gzipSync(text.split('\n').slice(0, -2).join('\n')),
    changed: gzipSync(text.replace('wait7@', 'wait8@')),
    foreign: gzipSync('{"a":1}\n[0,"x"]\n'),
    text: Buffer.from('words'),
  };
  for (const [name, bytes] of Object.entries(damaged)) {
    writeFileSync(file(name), bytes);
    await expect(restore(lite('never'), file(name)), name).rejects.toThrow(/is not a whole backup/);
  }
  expect(() => statSync(file('never'))).toThrow();
});

/** State expected after the first backup is restored. */
async function compare(location: DatabaseLocation, again: string): Promise<void> {
  await backup(location, file(again));
  expect(content(again)).toEqual(content('first'));
  const { db, close } = await openDatabase(location);
  expect(await db.select().from(coachRevisions).orderBy(coachRevisions.coachId)).toMatchObject([
    { coachId: 0 }, // the directory
    { coachId: 1 },
  ]);
  expect(await db.select().from(operatorAudit)).toMatchObject([{ reason: 'An insult.' }]);
  expect(await db.select().from(payoutAccounts)).toMatchObject([{ bankEventAt: at }]);
  expect(await db.select().from(transfers).orderBy(transfers.id)).toMatchObject([
    { refused: false },
    { refused: true },
  ]);
  expect(await db.select().from(bookings).orderBy(bookings.id)).toMatchObject([
    { paidByHandCents: -3400, hasTransfer: true },
    { paidByHandCents: 0, hasTransfer: true },
  ]);
  const [next] = await db
    .insert(users)
    .values({ email: `next-${again}@example.com`, passwordHash: 'x' })
    .returning();
  expect(next?.id).toBeGreaterThan(10_000);
  await close();
}

test('restores PGlite exactly and replaces data only if allowed', {
  tags: ['@fault-backup'],
  timeout: 90_000,
}, async () => {
  await restore(lite('target'), file('first'));
  await compare(lite('target'), 'second');
  await expect(restore(lite('target'), file('first'))).rejects.toThrow(
    /is not empty \(.+\); --yes/,
  );
  await restore(lite('target'), file('first'), { replace: true });
  await backup(lite('target'), file('third'));
  expect(content('third')).toEqual(content('first'));
});

test('rejects a backup of another schema with a remedy', async () => {
  const [first = '', ...rest] = gunzipSync(readFileSync(file('first')))
    .toString()
    .split('\n');
  const { createHash } = await import('node:crypto');
  const made = (name: string, change: (head: { migrations: string[] }) => void) => {
    const head = JSON.parse(first);
    change(head);
    const lines = [JSON.stringify(head), ...rest.slice(0, -2)].map((line) => `${line}\n`).join('');
    const [rows] = JSON.parse(rest.at(-2) ?? '');
    const end = JSON.stringify([rows, createHash('sha256').update(lines).digest('hex')]);
    writeFileSync(file(name), gzipSync(`${lines}${end}\n`));
    return restore(lite('target'), file(name), { replace: true });
  };
  await expect(made('older', ({ migrations }) => migrations.pop())).rejects.toThrow(
    /older release/,
  );
  await expect(made('newer', ({ migrations }) => migrations.push('x'))).rejects.toThrow(
    /another release, perhaps/,
  );
});

describe.skipIf(!postgres)('PostgreSQL', () => {
  test('moves between databases and is a consistent snapshot', async () => {
    if (!postgres) return;
    const { location, drop } = await postgres.create();
    await restore(location, file('first'));
    await compare(location, 'postgres');
    const { db, close } = await openDatabase(location);
    // one client locks the first table until another has written to a later one
    const other = new pg.Client({ connectionString: 'url' in location ? location.url : '' });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE');
    const running = backup(location, file('snapshot'));
    const busy = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    const waiting = async () =>
      ((await db.execute(busy)) as unknown as { rows: unknown[] }).rows.length;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await db.insert(waitlist).values({ game: 'lol', email: 'late@example.com' });
    await other.query('COMMIT');
    await running;
    await other.end();
    await close();
    expect(content('snapshot').join()).not.toContain('late@example.com');
    await restore(lite('target'), file('snapshot'), { replace: true });
    await drop();
  }, 60_000);
});
