import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListAnswer } from './pages';
import { readTimeline, type Timeline, type TimelineOptions } from './timeline';

interface Row {
  id: number;
  start: number;
}

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-15T12:00:00Z');
const zone = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'UTC';
});
afterEach(() => {
  process.env['TZ'] = zone;
});

const createRows = (...starts: string[]): Row[] =>
  starts.map((start, id) => ({ id, start: start ? Date.parse(start) : Number.POSITIVE_INFINITY }));

/** A server like ours; `requests` has the queries that it got. */
function createServer(rows: Row[]) {
  const requests: string[] = [];
  const read = async (query: string): Promise<ListAnswer<Row>> => {
    requests.push(query);
    const search = new URLSearchParams(query);
    const time = (name: string, absent: number) => Date.parse(search.get(name) ?? '') || absent;
    const from = time('from', Number.NEGATIVE_INFINITY);
    const to = search.has('to') ? time('to', 0) : null;
    const sign = search.get('order') === 'desc' ? -1 : 1;
    const skip = Number(search.get('cursor') ?? 0);
    const end = skip + Number(search.get('limit'));
    const matching = rows
      .filter(({ start }) => start >= from && (to === null || start < to))
      .sort((a, b) => sign * (a.start - b.start || 0));
    const months = rows
      .filter(({ start }) => start < from)
      .map(({ start }) => `${new Date(start).toISOString().slice(0, 7)}-01T00:00:00Z`);
    return {
      results: matching.slice(skip, end),
      next: end < matching.length ? String(end) : null,
      ...(search.has('time_zone') && {
        months: [...new Set(months)].sort().reverse().slice(0, 12),
      }),
    };
  };
  return { read, requests };
}

const optionsFor = (
  read: TimelineOptions<Row>['read'],
  more: Partial<TimelineOptions<Row>> = {},
) => ({
  read,
  filter: { query: '', keep: () => true },
  startOf: ({ start }: Row) => start,
  isOver: ({ start }: Row) => start + HOUR_MS <= NOW,
  now: NOW,
  size: 3,
  order: 'asc' as const,
  isOpen: () => false,
  ...more,
});

const LONG = createRows(
  '2026-12-01T10:00:00Z',
  '2026-11-15T11:30:00Z', // in progress
  '2026-11-15T09:00:00Z', // over today
  '2026-11-02T10:00:00Z',
  '2026-08-31T10:00:00Z',
  '2026-08-01T10:00:00Z',
  '2026-08-15T10:00:00Z',
  '2026-08-16T10:00:00Z',
  '',
  '2026-12-02T10:00:00Z',
);

/** Reads all rows of a timeline. */
async function readAll({ upcoming, months }: Timeline<Row>) {
  const all = async (page: Timeline<Row>['upcoming'] | null): Promise<number[]> =>
    page ? [...page.rows.map(({ id }) => id), ...(await all((await page.more?.()) ?? null))] : [];
  const inMonths = months.map(async ({ key, load }) => [key, await all(await load())] as const);
  return { upcoming: await all(upcoming), months: await Promise.all(inMonths) };
}

describe.each([
  ['a server with pages', createServer],
  ['a server that sends all', (rows: Row[]) => ({ read: async () => rows, requests: [] })],
])('readTimeline with %s', (_, serverOf) => {
  test('shows a short list whole', async () => {
    const rows = LONG.slice(0, 3);
    const { whole } = await readTimeline(optionsFor(serverOf(rows).read));
    expect(whole?.map(({ id }) => id)).toEqual([2, 1, 0]);
  });

  test('splits a long list into upcoming rows and earlier months', async () => {
    const timeline = await readTimeline(optionsFor(serverOf(LONG).read));
    expect(timeline.whole).toBeNull();
    expect(timeline.upcoming.rows.length).toBeLessThanOrEqual(3);
    expect(timeline.months.map(({ title }) => title)).toEqual(['November 2026', 'August 2026']);
    expect(await readAll(timeline)).toEqual({
      upcoming: [1, 0, 9, 8],
      months: [
        ['2026-11', [3, 2]],
        ['2026-08', [5, 6, 7, 4]],
      ],
    });
  });

  test('lists a session that has just ended in its month', async () => {
    const rows = LONG.filter(({ id }) => id !== 3);
    const { months } = await readTimeline(optionsFor(serverOf(rows).read));
    expect(months.map(({ key }) => key)).toEqual(['2026-11', '2026-08']);
  });

  test('loads open months at once, latest first if asked', async () => {
    const isOpen = (key: string) => key === '2026-08';
    const { months } = await readTimeline(
      optionsFor(serverOf(LONG).read, { isOpen, order: 'desc' }),
    );
    expect(months.map(({ loaded }) => loaded?.rows.map(({ id }) => id) ?? null)).toEqual([
      null,
      [4, 7, 6],
    ]);
  });

  test('names twelve months, and the ones before on demand', async () => {
    const starts = Array.from({ length: 30 }, (_, index) =>
      new Date(Date.UTC(2024, index, 3)).toISOString(),
    );
    const { months, earlier } = await readTimeline(
      optionsFor(serverOf(createRows(...starts)).read),
    );
    const before = await earlier?.();
    const first = await before?.earlier?.();
    const keys = [months, before?.months ?? [], first?.months ?? []].map((all) =>
      all.map(({ key }) => key),
    );
    expect(keys.map(({ length }) => length)).toEqual([12, 12, 6]);
    expect([keys[0]?.[0], keys[1]?.[0], keys[2]?.at(-1)]).toEqual([
      '2026-06',
      '2025-06',
      '2024-01',
    ]);
    expect(first?.earlier).toBeNull();
  });
});

test('reads few rows, however many there are', async () => {
  const starts = Array.from({ length: 500 }, (_, index) =>
    new Date(NOW + (index - 250) * 24 * HOUR_MS).toISOString(),
  );
  const { read, requests } = createServer(createRows(...starts));
  await readTimeline(optionsFor(read));
  expect(requests).toHaveLength(1);
});
