import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright';
import { processorMs } from 'workspace/process';
import { ask } from './database';
import { REFERENCE } from './growth-limits';
import { type Measurement, median } from './measure';

export const REQUESTS = 500;
const WARM_UP = 100;
const SUM_UNITS = new Set(['bytes', 'statements']);
const SETTLED_MS = 300;
const AT_REST_MS = 10_000;
const COLLECT_EVERY = 25;
const ROWS = 20;
const DAY_MS = 86_400_000;

export interface Answer {
  what: string;
  path: string;
  token?: string;
  /** Rows that a list has at least; default: one. */
  rows?: number;
  /** Reads all rows of a period or list, so only its bytes and statements are compared. */
  isSum?: boolean;
}
export type Tokens = Record<'coach' | 'student' | 'operator', string>;

export async function logIn(context: BrowserContext): Promise<string> {
  const { origins } = await context.storageState();
  const stored = origins.flatMap(({ localStorage }) => localStorage);
  return stored.find(({ name }) => name === 'access')?.value ?? '';
}

export const answer = (name: string, path: string, token?: string): Answer => ({
  what: `\`${name}\``,
  path,
  ...(token && { token }),
});

export function publicPaths(): Answer[] {
  const date = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
  return [
    answer('GET /api/coaches/1/', '/api/coaches/1/'),
    answer('GET /api/coaches/1/services/', '/api/coaches/1/services/'),
    answer(
      'GET /api/coach/1/available-slots/',
      `/api/coach/1/available-slots/?date=${date}&duration=60`,
    ),
    answer('GET /api/reviews/by-coach/1/?limit=20', '/api/reviews/by-coach/1/?limit=20'),
    answer('GET /api/revisions/', '/api/revisions/'),
    answer('GET /api/coaches/', '/api/coaches/'),
    answer('GET /api/sitemap/', '/api/sitemap/'),
  ];
}

/** Other reads of a coach and of the operator, whose lists start in the middle: their page is longer than the first size. */
export function ownPaths({ coach, operator }: Tokens, bookingId: number): Answer[] {
  const messages = `/api/bookings/${bookingId}/messages/`;
  const below = bookingId + ROWS;
  return [
    answer('GET /api/account/', '/api/account/', coach),
    answer('GET /api/coach/earnings/', '/api/coach/earnings/', coach),
    { ...answer('GET /api/bookings/{id}/messages/', messages, coach), rows: 50 },
    answer('GET /api/operator/overview/?zone=UTC', '/api/operator/overview/?zone=UTC', operator),
    {
      ...answer(
        'GET /api/operator/bookings/?below=…',
        `/api/operator/bookings/?below=${below}`,
        operator,
      ),
      rows: ROWS,
    },
    {
      ...answer(
        'GET /api/operator/revenue/weeks/',
        '/api/operator/revenue/weeks/?zone=UTC&weeks=12',
        operator,
      ),
      isSum: true,
    },
    answer('GET /api/bookings/{id}/', `/api/bookings/${bookingId}/`, coach),
    { ...answer('GET /api/waitlist/entries/', '/api/waitlist/entries/', coach), rows: 100 },
  ];
}

export async function listPaths(api: string, { coach, student }: Tokens): Promise<Answer[]> {
  const from = new Date(Date.now() - DAY_MS).toISOString();
  const first = `?from=${from}&order=asc&limit=20&time_zone=Europe/Berlin`;
  const response = await fetch(`${api}/api/bookings/?limit=10`, {
    headers: { authorization: `Bearer ${coach}` },
  });
  const { next } = (await response.json()) as { next: string };
  const lists = [
    ['bookings', coach],
    ['my-sessions', student],
  ] as const;
  return [
    answer('GET /api/me/', '/api/me/', coach),
    ...lists.flatMap(([list, token]) => [
      {
        ...answer(`GET /api/${list}/?from=…&time_zone=…`, `/api/${list}/${first}`, token),
        rows: 20,
      },
      {
        ...answer(
          `GET /api/${list}/?status=cancelled`,
          `/api/${list}/?status=cancelled&order=desc&limit=2`,
          token,
        ),
        rows: 2,
      },
      {
        ...answer(
          `GET /api/${list}/?cursor=…`,
          `/api/${list}/?order=asc&limit=10&cursor=${next}`,
          token,
        ),
        rows: 10,
      },
    ]),
  ];
}

function countRows(body: unknown): number | null {
  if (Array.isArray(body)) return body.length;
  const { results, messages } = (body ?? {}) as Record<string, unknown>;
  const list = messages ?? results;
  return Array.isArray(list) ? list.length : null;
}

/** Throws if a list has fewer rows than a page, because its measurements would be useless. */
export function requireRows({ what, rows = 1 }: Answer, body: unknown): void {
  const count = countRows(body);
  if (count !== null && count < rows)
    throw new Error(`${what} has ${count} rows instead of at least ${rows}: fill it`);
}

async function readAnswer(origin: string, { path, token }: Answer): Promise<unknown> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(origin + path, { headers });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson ? response.json() : response.text();
}

export interface Server {
  origin: string;
  pid: number;
}

interface Counts {
  at: number;
  statements: number;
  rows: number;
}

/** Reads PostgreSQL's counts for a database. Ends the API's connections first, because each publishes its last counts then. */
async function readCounts(database: string): Promise<Counts> {
  await ask(
    database,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await sleep(SETTLED_MS);
  const [row] = await ask<{ statements: string; rows: string }>(
    database,
    'SELECT xact_commit AS statements, tup_returned AS rows FROM pg_stat_database WHERE datname = current_database()',
  );
  return { at: performance.now(), statements: Number(row?.statements), rows: Number(row?.rows) };
}

export interface AtRest {
  statements: number;
  rows: number;
}

export async function measureRest(database: string): Promise<AtRest> {
  const before = await readCounts(database);
  await sleep(AT_REST_MS);
  const after = await readCounts(database);
  const seconds = (after.at - before.at) / 1000;
  return {
    statements: (after.statements - before.statements) / seconds,
    rows: (after.rows - before.rows) / seconds,
  };
}

function collect(): void {
  if (!globalThis.gc) throw new Error('start the bench with --expose-gc');
  globalThis.gc({ type: 'minor' });
}

async function timeRequests(
  address: string,
  { token, count }: { token?: string | undefined; count: number },
): Promise<{ times: number[]; bytes: number }> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const times: number[] = [];
  let bytes = 0;
  for (let request = 0; request < count; request++) {
    if (request % COLLECT_EVERY === 0) collect(); // so that no answer waits for the bench's own garbage
    const started = performance.now();
    const response = await fetch(address, { headers });
    bytes = (await response.arrayBuffer()).byteLength;
    if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
    times.push(performance.now() - started);
  }
  return { times, bytes };
}

const p99 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

export async function measureReference({ origin }: Server): Promise<Measurement[]> {
  const { times } = await timeRequests(`${origin}/healthz`, { count: REQUESTS });
  return [
    { what: REFERENCE, unit: 'ms', value: median(times) },
    { what: REFERENCE, unit: 'ms, p99', value: p99(times) },
  ];
}

export async function measureAnswer(
  { origin, pid }: Server,
  measured: Answer,
  counted?: { database: string; rest: AtRest },
): Promise<Measurement[]> {
  const { what, path, token } = measured;
  requireRows(measured, await readAnswer(origin, measured));
  const before = counted && (await readCounts(counted.database));
  await timeRequests(origin + path, { token, count: WARM_UP }); // opens its connections again
  const cpu = processorMs(pid) ?? 0;
  const { times, bytes } = await timeRequests(origin + path, { token, count: REQUESTS });
  const cpuMs = ((processorMs(pid) ?? 0) - cpu) / REQUESTS;
  const after = counted && (await readCounts(counted.database));
  const perAnswer = (count: keyof AtRest) => {
    if (!before || !after) return Number.NaN;
    const background = (counted.rest[count] * (after.at - before.at)) / 1000;
    return Math.max(0, after[count] - before[count] - background) / (WARM_UP + REQUESTS);
  };
  const all = [
    { what, unit: 'bytes', value: bytes },
    ...(counted
      ? [
          { what, unit: 'statements', value: perAnswer('statements') },
          { what, unit: 'rows read', value: perAnswer('rows') },
        ]
      : []),
    { what, unit: 'ms of CPU', value: cpuMs },
    { what, unit: 'ms', value: median(times) },
    { what, unit: 'ms, p99', value: p99(times) },
  ];
  return measured.isSum ? all.filter(({ unit }) => SUM_UNITS.has(unit)) : all;
}
