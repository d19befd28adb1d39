import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListAnswer } from './pages';
import { readTimeline, type Timeline, type TimelineOptions } from './timeline';

interface Row {
  id: number;
  start: number;
  status: 'confirmed' | 'cancelled' | 'completed';
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
  starts.map((start, id) => ({
    id,
    start: start ? Date.parse(start) : Number.POSITIVE_INFINITY,
    status: 'confirmed',
  }));

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
      .filter(({ status }) => status === (search.get('status') ?? status))
      .sort((a, b) => sign * (a.start - b.start || a.id - b.id));
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
  filter: { keep: () => true },
  startOf: ({ start }: Row) => start,
  isPast: ({ start, status }: Row) => status !== 'confirmed' || start + HOUR_MS <= NOW,
  now: NOW,
  size: 3,
  order: 'asc' as const,
  open: [],
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
])('readTimeline with %s', (_, getServer) => {
  test('shows a short list whole', async () => {
    const rows = LONG.slice(0, 3);
    const { whole } = await readTimeline(optionsFor(getServer(rows).read));
    expect(whole?.map(({ id }) => id)).toEqual([2, 1, 0]);
  });

  test('splits a long list into upcoming rows and earlier months', async () => {
    const timeline = await readTimeline(optionsFor(getServer(LONG).read));
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
    const { months } = await readTimeline(optionsFor(getServer(rows).read));
    expect(months.map(({ key }) => key)).toEqual(['2026-11', '2026-08']);
  });

  test('loads open months at once, latest first on request', async () => {
    const open = ['2026-08'];
    const { months } = await readTimeline(
      optionsFor(getServer(LONG).read, { open, order: 'desc' }),
    );
    expect(months.map(({ loaded }) => loaded?.rows.map(({ id }) => id) ?? null)).toEqual([
      null,
      [4, 7, 6],
    ]);
  });

  test('lists closed rows without a start before now as past', async () => {
    const rows = createRows(
      ...['2026-08-01T10:00:00Z', '2026-08-02T10:00:00Z', '2026-08-03T10:00:00Z'],
      ...['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', '2026-11-22T10:00:00Z'],
      ...['', '', '', '', ''],
    ).map((row) => {
      if (row.id === 4) return { ...row, status: 'cancelled' as const };
      return [6, 7, 8, 9].includes(row.id) ? { ...row, status: 'completed' as const } : row;
    });
    const timeline = await readTimeline(optionsFor(getServer(rows).read));
    const { upcoming, months } = await readAll(timeline);
    expect(upcoming).toEqual([3, 5, 10]);
    expect(timeline.months[0]?.title).toBe('Cancelled in advance or without a set time');
    expect(months).toEqual([
      ['other', [9, 8, 7, 6, 4]],
      ['2026-08', [0, 1, 2]],
    ]);
    const first = await readTimeline(optionsFor(getServer(rows).read, { open: null }));
    expect(first.months.map(({ loaded }) => loaded !== null)).toEqual([false, true]);
  });

  test('lists closed rows of one status only', async () => {
    const rows = createRows(...Array<string>(9).fill('')).map((row) => ({
      ...row,
      status: row.id % 2 ? ('completed' as const) : ('cancelled' as const),
    }));
    const keep = ({ status }: Row) => status === 'completed';
    const filter = { status: 'completed' as const, keep };
    const timeline = await readTimeline(optionsFor(getServer(rows).read, { filter }));
    expect(await readAll(timeline)).toEqual({ upcoming: [], months: [['other', [7, 5, 3, 1]]] });
    const first = await readTimeline(optionsFor(getServer(rows).read, { filter, open: null }));
    expect(first.months.map(({ loaded }) => loaded !== null)).toEqual([true]);
  });

  const monthly = createRows(
    ...Array.from({ length: 30 }, (_, index) => new Date(Date.UTC(2024, index, 3)).toISOString()),
  );

  test('lists and loads an open month before the first twelve', async () => {
    const open = ['2026-06', '2024-08'];
    const { months, earlier } = await readTimeline(optionsFor(getServer(monthly).read, { open }));
    expect(months.map(({ key }) => key)).toHaveLength(24);
    expect(months.filter(({ loaded }) => loaded).map(({ key }) => key)).toEqual(open);
    expect(earlier).not.toBeNull();
  });

  test('names twelve months, and the ones before on demand', async () => {
    const { months, earlier } = await readTimeline(optionsFor(getServer(monthly).read));
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
  expect(requests).toHaveLength(4);
});
