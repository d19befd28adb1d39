import type { BrowserContext } from 'playwright';
import { type Measurement, median } from './measure';

const REQUESTS = 200;
const WARM_UP = 20;
const DAY_MS = 86_400_000;

export interface Answer {
  what: string;
  path: string;
  token?: string;
}
export type Tokens = Record<'coach' | 'student', string>;

export async function logIn(context: BrowserContext): Promise<string> {
  const { origins } = await context.storageState();
  const stored = origins.flatMap(({ localStorage }) => localStorage);
  return stored.find(({ name }) => name === 'access')?.value ?? '';
}

const answer = (name: string, path: string, token?: string): Answer => ({
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
  ];
}

/** Daily reads of a coach and a student: the first page, a filtered one, and one in the middle of the list. */
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
      answer(`GET /api/${list}/?from=…&time_zone=…`, `/api/${list}/${first}`, token),
      answer(
        `GET /api/${list}/?status=cancelled`,
        `/api/${list}/?status=cancelled&order=desc&limit=2`,
        token,
      ),
      answer(
        `GET /api/${list}/?cursor=…`,
        `/api/${list}/?order=asc&limit=10&cursor=${next}`,
        token,
      ),
    ]),
  ];
}

export async function measureAnswer(
  origin: string,
  { what, path, token }: Answer,
): Promise<Measurement[]> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const times: number[] = [];
  let bytes = 0;
  for (let request = 0; request < REQUESTS + WARM_UP; request++) {
    const started = performance.now();
    const response = await fetch(origin + path, { headers });
    bytes = (await response.arrayBuffer()).byteLength;
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    if (request >= WARM_UP) times.push(performance.now() - started);
  }
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return [
    { what, unit: 'bytes', value: bytes },
    { what, unit: 'ms', value: median(times) },
    { what: `${what} p99`, unit: 'ms', value: p99 },
  ];
}
