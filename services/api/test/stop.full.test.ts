import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts, fromSource, startService } from 'workspace/process';
import { localSecrets } from 'workspace/secrets';
import { seedDatabase } from '../src/app/seed';
import { openDatabase } from '../src/core/db/open';
import { bookings, users } from '../src/core/db/schema';
import { queueMail } from '../src/features/mail/outbox';

const sockets: net.Socket[] = [];
const silent = net.createServer((socket) => void sockets.push(socket.on('error', () => {})));
const folder = mkdtempSync(path.join(tmpdir(), 'carry-stop-'));
const database = path.join(folder, 'database');

beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

const modes = (under: string): string[] =>
  readdirSync(under, { withFileTypes: true, recursive: true })
    .map((entry) => ({
      entry,
      mode: statSync(path.join(entry.parentPath, entry.name)).mode & 0o777,
    }))
    .filter(({ entry, mode }) => mode !== (entry.isDirectory() ? 0o700 : 0o600))
    .map(({ entry, mode }) => `${entry.name} ${mode.toString(8)}`);

function openToOthers(under: string): void {
  for (const entry of readdirSync(under, { withFileTypes: true, recursive: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

test('shuts down in ten seconds with hanging dependencies', {
  tags: ['@fault-11.32'],
  timeout: 90_000,
}, async () => {
  const { db, close } = await openDatabase({ folder: database });
  const now = new Date();
  await seedDatabase(db, now);
  const [student] = await db.select().from(users).limit(1).offset(1);
  const holdExpiresAt = new Date(now.getTime() + 1_800_000);
  const order = {
    coachId: 1,
    serviceId: 3,
    quantity: 1,
    amountCents: 1800,
    durationMinutes: 60,
    contactInfo: 'kim#1',
    details: 'Aim.',
  };
  const [booking] = await db
    .insert(bookings)
    .values({ ...order, studentId: student?.id ?? 0, status: 'pending_payment', holdExpiresAt })
    .returning();
  await queueMail(db, { to: 'kim@example.com', subject: 'Hello', body: 'It hangs.' }, now);
  await close();
  openToOthers(folder);
  expect(modes(folder)).not.toEqual([]);

  const { port } = silent.address() as net.AddressInfo;
  const [apiPort = 0] = await freePorts();
  const url = `http://127.0.0.1:${apiPort}`;
  const env = {
    ...localSecrets(folder),
    ...{
      API_PORT: String(apiPort),
      DATA_FOLDER: database,
      DATABASE_URL: '',
      DISCORD_CLIENT_ID: '1',
      DISCORD_GUILD_ID: '1',
    },
    ...{ STRIPE_API_URL: `http://127.0.0.1:${port}`, SMTP_URL: `smtp://127.0.0.1:${port}` },
  };
  const api = await startService({
    name: 'api',
    program: fromSource('services/api/src/app/main.ts'),
    env,
    readyUrl: `${url}/healthz`,
  });
  const body = { ...order, booking_id: booking?.id, serviceLabel: 'x', slot: null, price: 18 };
  const paying = fetch(`${url}/api/create-checkout-session/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  await expect.poll(() => sockets.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  expect(modes(folder)).toEqual([]);

  const started = Date.now();
  const { pid } = api;
  if (!pid) throw new Error('no process');
  process.kill(pid, 'SIGTERM');
  const alive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(alive, { timeout: 15_000 }).toBe(false);
  expect(Date.now() - started).toBeLessThan(9000); // before the forced exit after 9.5 s
  await paying;
  expect(modes(folder)).toEqual([]);
  const reopened = await openDatabase({ folder: database });
  expect(await reopened.db.select().from(bookings)).toHaveLength(1);
  await reopened.close();
});
