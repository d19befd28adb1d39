import type { PageAnswer } from '@carry/contracts/answers';
import type { Status } from '@carry/contracts/api';
import { formatDate } from '@carry/contracts/format';
import { browserZone } from '../browser/platform';
import { extendPage, joinPages, type ListAnswer, type Page, readPages, splitPages } from './pages';

const DAY_MS = 86_400_000;
/** A day inside the month that starts at an instant, in any time zone. */
const MID_MONTH_MS = 15 * DAY_MS;
const MAX_MONTHS = 12;
const MONTH_KEY = /^\d{4}-\d{2}$/;
/** Past rows outside the months: their start is not before now. */
const OTHER = { key: 'other', title: 'Cancelled in advance or without a set time' };

export interface Month<Row> {
  /** `2026-10`, or `other`. */
  readonly key: string;
  readonly title: string;
  readonly load: () => Promise<Page<Row>>;
  /** Its rows, if it was open from the start. */
  readonly loaded: Page<Row> | null;
}

export interface Timeline<Row> {
  /** All rows, if they fit on one page. */
  readonly whole: readonly Row[] | null;
  readonly upcoming: Page<Row>;
  /** Latest first, after a group of the past rows without a start before now. */
  readonly months: readonly Month<Row>[];
  /** Loads the months before; null at the first month. */
  readonly earlier: (() => Promise<Pick<Timeline<Row>, 'months' | 'earlier'>>) | null;
}

export interface TimelineOptions<Row> {
  read(query: string): Promise<ListAnswer<Row>>;
  /** Filters the rows; `keep` is the same filter for a server that ignores the query. */
  filter: { status?: Status | undefined; keep(row: Row): boolean };
  /** Start of a row, ms since the epoch; infinite without one. */
  startOf(row: Row): number;
  /** True for a row that is over, completed or cancelled. */
  isPast(row: Row): boolean;
  now: number;
  /** Longest list that is shown whole. */
  size: number;
  /** Rows of a page of a longer list; default: `size`. */
  pageSize?: number;
  /** Order within a month. */
  order: 'asc' | 'desc';
  /** Keys of the months that are open from the start; null: the first one with a name, else the other past rows. */
  open: readonly string[] | null;
}

const iso = (time: number) => encodeURIComponent(new Date(time).toISOString());

/** Reads a timeline in few small requests, however many rows there are. Lists all months that are open from the start. */
export async function readTimeline<Row>(options: TimelineOptions<Row>): Promise<Timeline<Row>> {
  const timeline = await readLatest(options);
  return { ...timeline, ...(await addOpenMonths(timeline, options.open)) };
}

export const extendTimeline = async <Row>(
  timeline: Timeline<Row>,
  rows: number,
): Promise<Timeline<Row>> => ({
  ...timeline,
  upcoming: await extendPage(timeline.upcoming, rows),
});

async function readLatest<Row>(options: TimelineOptions<Row>): Promise<Timeline<Row>> {
  const { read, filter, now, size, pageSize = size, isPast, startOf } = options;
  const status = statusQuery(filter.status);
  const query = `${status}from=${iso(now - DAY_MS)}&order=asc&limit=${pageSize}`;
  const answer = await read(`${query}&time_zone=${encodeURIComponent(browserZone())}`);
  if (Array.isArray(answer)) return splitTimeline(answer, options);
  const starts = (answer.months ?? []).map((month) => Date.parse(month));
  if (answer.next === null || pageSize < size) {
    const all =
      answer.next === null && starts.length === 0 ? answer : await read(`${status}limit=${size}`);
    if (!Array.isArray(all) && all.next === null) return wholeTimeline(all.results);
  }
  // past rows of the last day come first
  const justPast = answer.results
    .filter((row) => isPast(row) && startOf(row) < now)
    .map((row) => monthStart(startOf(row)));
  const allStarts = [...new Set([...justPast, ...starts])].sort((a, b) => b - a);
  const [upcoming, otherMonths, { months, earlier }] = await Promise.all([
    readUpcoming(answer, options),
    readOthers(answer, { ...options, open: openOthers(options, allStarts) }),
    openMonths(allStarts, now, options),
  ]);
  return { whole: null, upcoming, months: [...otherMonths, ...months], earlier };
}

const statusQuery = (status: Status | undefined) => (status ? `status=${status}&` : '');

const emptyPage: Page<never> = { rows: [], more: null };

async function readStatus<Row>(
  status: Status,
  range: { from: number; order: 'asc' | 'desc' },
  { read, filter, size, pageSize = size, isPast }: TimelineOptions<Row>,
): Promise<Page<Row>> {
  if (filter.status && filter.status !== status) return emptyPage;
  return readPages({
    query: `${statusQuery(status)}from=${iso(range.from)}&order=${range.order}&limit=${pageSize}`,
    read,
    whole: (rows) => rows,
    size: pageSize,
    keep: (row) => isPast(row) === (status !== 'confirmed'),
  });
}

async function readUpcoming<Row>(
  { results, next }: PageAnswer<Row>,
  options: TimelineOptions<Row>,
): Promise<Page<Row>> {
  if (next === null) return { rows: results.filter((row) => !options.isPast(row)), more: null };
  return readStatus('confirmed', { from: options.now - DAY_MS, order: 'asc' }, options);
}

/** Past rows outside the months are open from the start if there are no months. */
const openOthers = (
  { open }: Pick<TimelineOptions<never>, 'open'>,
  months: readonly unknown[],
): TimelineOptions<never>['open'] => open ?? (months.length === 0 ? [OTHER.key] : []);

async function readOthers<Row>(
  { results, next }: PageAnswer<Row>,
  options: TimelineOptions<Row>,
): Promise<Month<Row>[]> {
  const { now, isPast, startOf, open } = options;
  if (next === null) {
    const rows = results.filter((row) => isPast(row) && startOf(row) >= now).reverse();
    return otherRows({ rows, more: null }, open);
  }
  const [completed, cancelled] = await Promise.all([
    readStatus('completed', { from: now, order: 'desc' }, options),
    readStatus('cancelled', { from: now, order: 'desc' }, options),
  ]);
  return otherRows(joinPages(completed, cancelled), open);
}

const otherRows = <Row>(page: Page<Row>, open: TimelineOptions<Row>['open']): Month<Row>[] => {
  if (page.rows.length === 0) return [];
  const isOpen = open?.includes(OTHER.key) ?? false;
  return [{ ...OTHER, load: async () => page, loaded: isOpen ? page : null }];
};

async function addOpenMonths<Row>(
  { months, earlier }: Earlier<Row>,
  open: TimelineOptions<Row>['open'],
): Promise<Earlier<Row>> {
  const first = open?.filter((key) => MONTH_KEY.test(key)).sort()[0];
  const last = months.at(-1)?.key;
  if (!earlier || !first || !last || last <= first) return { months, earlier };
  const next = await earlier().catch(() => null); // "Show earlier months" loads them again
  if (!next) return { months, earlier };
  return addOpenMonths({ months: [...months, ...next.months], earlier: next.earlier }, open);
}

const wholeTimeline = <Row>(whole: readonly Row[]): Timeline<Row> => ({
  whole,
  upcoming: emptyPage,
  months: [],
  earlier: null,
});

const monthStart = (time: number) => {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
};
const getKey = (start: number) => {
  const date = new Date(start + MID_MONTH_MS);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
};
const getTitle = (start: number) =>
  formatDate(start + MID_MONTH_MS, { month: 'long', year: 'numeric' });

type Earlier<Row> = Pick<Timeline<Row>, 'months' | 'earlier'>;

/** Returns months by their starts, latest first. A month ends where the next one with rows begins; the last one ends at `end`. */
async function openMonths<Row>(
  starts: readonly number[],
  end: number,
  options: TimelineOptions<Row>,
): Promise<Earlier<Row>> {
  const { read, filter, size, pageSize = size, order, open, isPast } = options;
  const status = statusQuery(filter.status);
  const months = starts.map(async (start, index) => {
    const query = `${status}from=${iso(start)}&to=${iso(starts[index - 1] ?? end)}&order=${order}&limit=${pageSize}`;
    const load = () =>
      readPages({ query, read, whole: (rows) => rows, size: pageSize, keep: isPast });
    const key = getKey(start);
    const isOpen = open?.includes(key) ?? index === 0;
    const loaded = isOpen ? await load().catch(() => null) : null; // it loads again when shown
    return { key, title: getTitle(start), load, loaded };
  });
  const first = starts.at(-1) ?? end;
  const readEarlier = async (): Promise<Earlier<Row>> => {
    const zone = encodeURIComponent(browserZone());
    const answer = await read(`${status}from=${iso(first)}&limit=1&time_zone=${zone}`);
    const before = Array.isArray(answer) ? [] : (answer.months ?? []);
    return openMonths(
      before.map((month) => Date.parse(month)),
      first,
      { ...options, open: open ?? [] },
    );
  };
  return {
    months: await Promise.all(months),
    earlier: starts.length < MAX_MONTHS ? null : readEarlier,
  };
}

function splitTimeline<Row>(
  all: readonly Row[],
  { filter, startOf, isPast, now, size, pageSize = size, order, open }: TimelineOptions<Row>,
): Timeline<Row> {
  const rows = all.filter(filter.keep).sort((a, b) => startOf(a) - startOf(b) || 0);
  if (rows.length <= size) return wholeTimeline(rows);
  const byMonth = new Map<number, Row[]>();
  for (const row of rows.filter((row) => isPast(row) && startOf(row) < now)) {
    const start = monthStart(startOf(row));
    const month = byMonth.get(start);
    if (month) month.push(row);
    else byMonth.set(start, [row]);
  }
  const months = [...byMonth].reverse().map(([start, inMonth], index): Month<Row> => {
    const page = splitPages(order === 'asc' ? inMonth : inMonth.reverse(), pageSize);
    const key = getKey(start);
    const load = async () => page;
    const isOpen = open?.includes(key) ?? index === 0;
    return { key, title: getTitle(start), load, loaded: isOpen ? page : null };
  });
  const upcoming = splitPages(
    rows.filter((row) => !isPast(row)),
    pageSize,
  );
  const ended = rows.filter((row) => isPast(row) && startOf(row) >= now).reverse();
  const latest = splitMonths(months);
  return {
    whole: null,
    upcoming,
    months: [
      ...otherRows(splitPages(ended, pageSize), openOthers({ open }, latest.months)),
      ...latest.months,
    ],
    earlier: latest.earlier,
  };
}

function splitMonths<Row>(months: readonly Month<Row>[]): Earlier<Row> {
  const rest = months.slice(MAX_MONTHS);
  return {
    months: months.slice(0, MAX_MONTHS),
    earlier: rest.length === 0 ? null : async () => splitMonths(rest),
  };
}
