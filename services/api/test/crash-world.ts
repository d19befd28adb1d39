import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from 'dev-services';
import { asc, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { freePorts, fromSource, type Service, startService } from 'workspace/process';
import { localSecrets } from 'workspace/secrets';
import { seedDatabase } from '../src/app/seed';
import type { Dependencies } from '../src/core/context/dependencies';
import { type Database, type DatabaseLocation, openDatabase } from '../src/core/db/open';
import { coaches, payoutAccounts, users } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { type Crash, startCrashLine } from './crash-line';

export const STUDENTS = 6;
/** So high that the charge of a booking would cover two transfers to its coach. */
export const COMMISSION_BPS = 6000;
/** Background tasks run this much more often than in production. */
const HASTE = 20;
const CALL_MS = 10_000;

const hurry = `data:text/javascript,const real=setInterval;globalThis.setInterval=(task,ms,...more)=>real(task,ms/${HASTE},...more)`;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  body: any;
}

/** Starts the fake provider, which the API reaches over a line that can cut. */
async function startProvider(secrets: ReturnType<typeof localSecrets>) {
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    payments: {
      secretKey: secrets.STRIPE_SECRET_KEY,
      webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
      connectSecret: secrets.STRIPE_CONNECT_WEBHOOK_SECRET,
      webhookUrl: null, // the test delivers events, early, late and twice
    },
    chat: {
      ...{ clientId: '1', clientSecret: secrets.DISCORD_CLIENT_SECRET, guildId: '1' },
      botToken: secrets.DISCORD_BOT_TOKEN,
      redirectUris: [],
      interactionSeed: randomBytes(32).toString('hex'),
      interactionsUrl: 'http://127.0.0.1:9/',
    },
  });
  const line = await startCrashLine(sandbox.origin);
  const stripe = new Stripe(secrets.STRIPE_SECRET_KEY, {
    host: 'localhost',
    port: new URL(sandbox.origin).port,
    protocol: 'http',
  });
  return { sandbox, line, stripe };
}

/** Creates an account that can receive transfers. */
async function openAccount(stripe: Stripe, origin: string): Promise<string> {
  const { id } = await stripe.accounts.create({
    type: 'express',
    country: 'DE',
    capabilities: { transfers: { requested: true } },
  });
  const link = { account: id, refresh_url: 'http://x', return_url: 'http://x' };
  const { url } = await stripe.accountLinks.create({ ...link, type: 'account_onboarding' });
  await fetch(url.replace(/^http:\/\/[^/]+/, origin), { method: 'POST', redirect: 'manual' });
  return id;
}

/** Seeds the demo coach with an account at the provider, and students. */
async function populate(db: Database, account: string) {
  const now = new Date();
  await seedDatabase(db, now);
  const [coach] = await db.select().from(coaches).orderBy(asc(coaches.id)).limit(1);
  if (!coach) throw new Error('the seed has no coach');
  const [coachId, coachUserId] = [coach.id, coach.userId];
  await db
    .insert(payoutAccounts)
    .values({ coachId, account, submitted: true, enabled: true, updatedAt: now });
  const crowd = await db
    .insert(users)
    .values(
      Array.from({ length: STUDENTS }, (_, index) => ({
        email: `crash${index}@example.com`,
        passwordHash: 'x',
        verifiedAt: now,
      })),
    )
    .returning({ id: users.id });
  return { coachId, coachUserId, students: crowd.map(({ id }) => id) };
}

/** Lets time pass for all deadlines of money. */
async function passHours(db: Database, hours: number): Promise<void> {
  const earlier = (columns: string[]) =>
    sql.raw(columns.map((name) => `${name} = ${name} - interval '${hours} hours'`).join(', '));
  const ofBooking = ['completed_at', 'refund_after', 'undo_until', 'checkout_after'];
  await db.execute(sql`UPDATE bookings SET ${earlier([...ofBooking, 'hold_expires_at'])}`);
  await db.execute(sql`UPDATE transfers SET ${earlier(['retry_at', 'created_at'])}`);
}

/** The API as a process that can be killed, its database, and a provider that outlives it. */
export async function startCrashWorld(
  location: DatabaseLocation | 'folder',
  charges: 'separate' | 'destination',
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-crash-'));
  const place = location === 'folder' ? { folder: path.join(folder, 'database') } : location;
  const secrets = localSecrets(folder);
  const { sandbox, line, stripe } = await startProvider(secrets);
  const account = await openAccount(stripe, sandbox.origin);
  /** Opens the database while no API runs, as PGlite requires. */
  async function look<T>(read: (db: Database) => Promise<T>): Promise<T> {
    const { db, close } = await openDatabase(place);
    return read(db).finally(close);
  }
  const people = await look((db) => populate(db, account));
  const [port = 0] = await freePorts();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...secrets,
    ...{
      API_PORT: String(port),
      COMMISSION_PERCENT: String(COMMISSION_BPS / 100),
      STRIPE_CONNECT_CHARGES: charges,
      LOG_LEVEL: 'silent',
    },
    ...{ DISCORD_CLIENT_ID: '1', DISCORD_GUILD_ID: '1', SMTP_URL: sandbox.smtpUrl },
    ...{ STRIPE_API_URL: line.url, UPLOADS_DIR: path.join(folder, 'uploads') },
    DATABASE_URL: 'url' in place ? place.url : '',
    DATA_FOLDER: 'folder' in place ? place.folder : '',
  };
  const program = fromSource('services/api/src/app/main.ts');
  let api: Service | null = null;
  let death = Promise.resolve();
  let announceDeath = () => {};
  let died = Promise.resolve();
  const kill = (): Promise<void> => {
    if (api) death = api.kill();
    api = null;
    announceDeath();
    return death;
  };
  const signer = { config: { jwtSecret: secrets.JWT_SECRET }, now: () => new Date() };

  return {
    ...{ stripe, sandbox, people, look, secrets },
    isRunning: () => api !== null,
    /** Resolves when the API that runs is killed. */
    died: () => died,
    /** Starts the API. It dies around a write at the provider, if one comes. */
    async start(crash?: Crash): Promise<void> {
      line.crashAt(null);
      const args = ['--import', hurry, ...program.args];
      api = await startService({
        name: 'api',
        program: { ...program, args },
        env,
        readyUrl: `${url}/healthz`,
      });
      died = new Promise((resolve) => {
        announceDeath = resolve;
      });
      line.crashAt(crash ? { ...crash, kill: () => void kill() } : null);
    },
    kill,
    async stop(): Promise<void> {
      line.crashAt(null);
      await api?.stop();
      api = null;
    },
    passHours: (hours: number) => look((db) => passHours(db, hours)),
    readToken: (userId: number) => signAccess(signer as unknown as Dependencies, userId),
    /** Resolves with null if the API died before it responded. */
    async call(
      method: string,
      path: string,
      { token, body, headers }: { token?: string; body?: unknown; headers?: object } = {},
    ): Promise<Answer | null> {
      try {
        const response = await fetch(url + path, {
          method,
          headers: {
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
            ...headers,
          },
          body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
          signal: AbortSignal.timeout(CALL_MS),
        });
        return { status: response.status, body: await response.json() };
      } catch {
        return null;
      }
    },
    async close(): Promise<void> {
      await kill();
      line.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type CrashWorld = Awaited<ReturnType<typeof startCrashWorld>>;
