import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sent } from '@carry/contracts/api';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { startSandbox } from 'dev-services';
import { interactionPublicKey } from 'dev-services/interaction-key';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest';
import { createApp } from '../src/app/app';
import { demo } from '../src/app/demo';
import { createDependencies } from '../src/app/start';
import { type ApiConfig, sampleTexts } from '../src/core/config';
import { type Database, type DatabaseLocation, openDatabase } from '../src/core/db/open';
import { coaches, outbox, services, users, weeklyHours } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { patient } from '../src/features/backup/dump';
import { runOutbox } from '../src/features/mail/outbox';
import { testDatabases } from './databases';

const secret = () => randomBytes(24).toString('hex');

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
type Answer = { status: number; body: any };

type Order = Required<Omit<Sent<'POST /api/create-booking/', 'body'>, 'time_zone'>>;

/** API in this process with its own database, an adjustable clock, and a sandbox that counts its webhooks. */
async function startHarness(location: DatabaseLocation) {
  const clock = { offset: 0 };
  const stripe = {
    secretKey: `sk_test_${secret()}`,
    webhookSecret: `whsec_${secret()}`,
    connectSecret: `whsec_${secret()}`,
  };
  const discord = { clientId: 'client', clientSecret: secret(), botToken: secret(), guildId: '1' };
  const interactionSeed = randomBytes(32).toString('hex');
  const url = 'http://api.test';
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    payments: {
      secretKey: stripe.secretKey,
      webhookSecret: stripe.webhookSecret,
      connectSecret: stripe.connectSecret,
      webhookUrl: null, // tests deliver events themselves
      now: () => Date.now() + clock.offset,
    },
    chat: {
      ...discord,
      redirectUris: [`${url}/api/oauth/discord/callback/`],
      interactionSeed,
      interactionsUrl: `${url}/api/discord/interactions/`,
    },
  });
  const config: ApiConfig = {
    port: 0,
    url,
    siteUrl: 'http://site.test',
    siteName: 'Carry',
    database: location,
    jwtSecret: secret(),
    jwtSecretBefore: '',
    captcha: { provider: 'altcha', secret: secret(), cost: 1 },
    stripe: { ...stripe, destinationCharges: false, apiUrl: sandbox.origin },
    discord: {
      ...discord,
      publicKey: interactionPublicKey(interactionSeed),
      authorizeUrl: `${sandbox.origin}/oauth2/authorize`,
      apiUrl: `${sandbox.origin}/api`,
    },
    smtpUrl: sandbox.smtpUrl,
    operatorToken: 'the operator of the tests',
    operatorTokenBefore: '',
    operators: [],
    mailFrom: 'Carry <no-reply@carry.example>',
    mailReplyTo: 'support@carry.example',
    seller: { name: 'Example Coaching GmbH', address: 'Sample Street 1, Berlin', taxId: 'DE1' },
    taxPercent: 19,
    holdMinutes: 30,
    cancelHours: 12,
    commissionPercent: 15,
    timeZone: 'Europe/Berlin',
    proxies: 1,
    textsFolder: sampleTexts,
    pictureOrigins: ['https://pictures.example'],
    uploads: {
      messages: mkdtempSync(path.join(tmpdir(), 'carry-uploads-')),
      pictures: mkdtempSync(path.join(tmpdir(), 'carry-uploads-')),
    },
    seed: true,
    seedMarketplace: false,
    logLevel: 'warn',
    drainMs: 0,
    tracing: { endpoint: '', share: 1 },
  };
  const { deps, database } = await createDependencies(
    config,
    () => new Date(Date.now() + clock.offset),
  );
  const app = createApp(deps);

  async function send(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await app.request(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return { status: response.status, body: null };
    }
    const text = await response.text();
    await deps.background.settled();
    let parsed: unknown = text;
    try {
      parsed = JSON.parse(text);
    } catch {
      // not JSON: the text itself
    }
    return { status: response.status, body: parsed };
  }

  async function human(): Promise<string> {
    const { body: challenge } = await send('GET', '/api/captcha/challenge/');
    const solution = await solveChallenge({ challenge, deriveKey });
    return btoa(JSON.stringify({ challenge, solution }));
  }

  const logIn = async (email: string, password: string) =>
    (await send('POST', '/api/token/', { username: email, password, recaptcha: await human() }))
      .body as {
      access: string;
      refresh: string;
    };
  const mailsTo = (to: string) =>
    deps.db.select().from(outbox).where(eq(outbox.recipient, to)).orderBy(desc(outbox.id));
  const lastMail = async (to: string) => (await mailsTo(to))[0];

  async function newStudent(name: string): Promise<string> {
    const email = `${name}@example.com`;
    await send('POST', '/api/register/', {
      username: email,
      email,
      password: 'Secret-123!',
      recaptcha: await human(),
    });
    const token = /token=(\S+)/.exec((await lastMail(email))?.body ?? '')?.[1];
    const { body } = await send('POST', '/api/auth/verify-email/', {
      token,
      password: 'Secret-123!',
    });
    return body.access;
  }

  async function slotIn(days: number, index = 0): Promise<{ date: string; time: string }> {
    const date = new Date(deps.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const { body } = await send('GET', `/api/coach/1/available-slots/?date=${date}&duration=60`);
    return { date, time: body.available_slots[index].start };
  }

  /** Sends queued mails until the returned function is called, at the latest until the test ends, also if it fails. */
  function sendMails(everyMs?: number, other: Partial<typeof deps> = {}): () => Promise<void> {
    const stop = runOutbox({ ...deps, ...other }, everyMs);
    onTestFinished(stop);
    return stop;
  }

  /** Creates a coach with one hourly service, open all day. */
  async function newCoach(
    name: string,
  ): Promise<{ coachId: number; serviceId: number; userId: number; email: string }> {
    const email = `${name}@coach.example.com`;
    const { db, now } = deps;
    const [user] = await db
      .insert(users)
      .values({ email, passwordHash: 'x', verifiedAt: now() })
      .returning();
    const profile = {
      userId: user?.id ?? 0,
      name,
      description: '',
      rankImages: [],
      timeZone: 'UTC',
    };
    const [coach] = await db.insert(coaches).values(profile).returning();
    const coachId = coach?.id ?? 0;
    const offer = {
      coachId,
      slug: 'one_on_one',
      label: 'One-on-one coaching',
      rateCents: 2500,
      isHourly: true,
      position: 0,
    };
    const [service] = await db.insert(services).values(offer).returning();
    const days = [0, 1, 2, 3, 4, 5, 6];
    await db
      .insert(weeklyHours)
      .values(days.map((weekday) => ({ coachId, weekday, startMinute: 0, endMinute: 24 * 60 })));
    return { coachId, serviceId: service?.id ?? 0, userId: user?.id ?? 0, email };
  }

  async function newCrowd(name: string, size: number): Promise<{ id: number; token: string }[]> {
    const rows = Array.from({ length: size }, (_, index) => ({
      email: `${name}${index}@example.com`,
      passwordHash: 'x',
      verifiedAt: deps.now(),
    }));
    const crowd = await deps.db.insert(users).values(rows).returning({ id: users.id });
    return Promise.all(crowd.map(async ({ id }) => ({ id, token: await signAccess(deps, id) })));
  }

  /** A complete order: the type requires each optional field, too. */
  const order = (
    slot: { date: string; time: string } | null,
    more: Record<string, unknown> = {},
  ): Order & Record<string, unknown> => ({
    coach_id: 1,
    service_id: slot ? 1 : 3,
    quantity: 1,
    contact_info: 'kim#1',
    details: 'Aim.',
    slot: slot && { ...slot, displayTime: '3:00 PM', label: 'Mon' },
    ...more,
  });
  const createCheckout = (bookingId: number, more: Record<string, unknown> = {}) => ({
    booking_id: bookingId,
    coachId: 1,
    serviceId: 1,
    serviceLabel: 'x',
    quantity: 1,
    contactInfo: 'kim#1',
    details: 'Aim.',
    slot: null,
    price: 1,
    ...more,
  });

  /** Prepares data without the API's time limits for statements, which a busy machine exceeds. PGlite has none. */
  async function patiently(work: (db: Database) => Promise<void>): Promise<void> {
    if (!('url' in location)) return work(deps.db);
    const { db, close } = await openDatabase(location, patient, { migrate: false });
    await work(db).finally(close);
  }

  /** Runs the API on a database connection that records the names of its calls, such as `select`. */
  function recordCalls(more: Partial<typeof deps> = {}) {
    const calls: string[] = [];
    const db = new Proxy(deps.db, {
      get(target, name) {
        const value = Reflect.get(target, name);
        return typeof value !== 'function'
          ? value
          : (...about: unknown[]) => {
              calls.push(String(name));
              return value.apply(target, about);
            };
      },
    });
    return { app: createApp({ ...deps, ...more, db }), calls };
  }

  return {
    ...deps,
    app,
    clock,
    patiently,
    recordCalls,
    sandbox,
    interactionSeed,
    send,
    human,
    logIn,
    lastMail,
    mailsTo,
    sendMails,
    newStudent,
    newCoach,
    newCrowd,
    slotIn,
    order,
    createCheckout,
    asStudent: () => logIn(demo.student.email, demo.student.password),
    asCoach: () => logIn(demo.coach.email, demo.coach.password),
    pay: (sessionId: string, refunds: 'succeeded' | 'pending' | 'failed' = 'succeeded') =>
      fetch(`${sandbox.origin}/c/pay/${sessionId}/pay`, {
        method: 'POST',
        body: new URLSearchParams({ refunds }),
        redirect: 'manual',
      }),
    async close() {
      await deps.live.close();
      await sandbox.close();
      await database.close();
      for (const folder of Object.values(config.uploads))
        rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

const databases = await testDatabases();

/** Runs tests against a separate API per available database. */
export function onEveryDatabase(topic: string, tests: (api: () => Harness) => void): void {
  runOn(databases, topic, tests);
  markWithoutPostgres(topic);
}

/** All databases in `npm run test:full`, otherwise only one: PostgreSQL if available, because it is faster (browser tests use PGlite). */
export const onEveryDatabaseAtNight =
  process.env['TEST_FULL'] === '1'
    ? onEveryDatabase
    : (topic: string, tests: (api: () => Harness) => void) =>
        runOn(databases.slice(-1), topic, tests);

/** On PGlite only, for slow tests. */
export const onPGlite = (topic: string, tests: (api: () => Harness) => void) =>
  runOn(databases.slice(0, 1), topic, tests);

/** On PostgreSQL only, for tests that need many connections; skipped if it is not running. */
export function onPostgres(topic: string, tests: (api: () => Harness) => void): void {
  runOn(databases.filter(isPostgres), topic, tests);
  markWithoutPostgres(topic);
}

const isPostgres = ({ name }: { name: string }) => name === 'PostgreSQL';

/** Reports one skipped test per suite when PostgreSQL is not running. */
function markWithoutPostgres(topic: string): void {
  if (!databases.some(isPostgres))
    describe.skip(`${topic} on PostgreSQL`, () => test('requires PostgreSQL', () => {}));
}

function runOn(chosen: typeof databases, topic: string, tests: (api: () => Harness) => void): void {
  for (const { name, create } of chosen) {
    describe(`${topic} on ${name}`, () => {
      let api: Harness;
      let drop: () => Promise<void>;
      beforeAll(async () => {
        const made = await create();
        drop = made.drop;
        api = await startHarness(made.location);
      });
      afterAll(async () => {
        await api.close();
        await drop();
      });
      tests(() => api);
    });
  }
}
