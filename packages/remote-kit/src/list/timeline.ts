import { formatDate } from '@carry/contracts/format';
import { browserZone } from '../browser/platform';
import { type ListAnswer, type Page, readPages, splitPages, toPage } from './pages';

const DAY_MS = 86_400_000;
/** A day inside the month that starts at an instant, in any time zone. */
const MID_MONTH_MS = 15 * DAY_MS;
/** Months that a response names, at most. */
const MAX_MONTHS = 12;

/** A month of earlier rows, which loads when it is opened. */
export interface Month<Row> {
  /** `2026-10`. */
  readonly key: string;
  readonly title: string;
  readonly load: () => Promise<Page<Row>>;
  /** Its rows, if it was open from the start. */
  readonly loaded: Page<Row> | null;
}

/** Rows by start: upcoming ones, and earlier ones by month. */
export interface Timeline<Row> {
  /** All rows, if they fit on one page. */
  readonly whole: readonly Row[] | null;
  readonly upcoming: Page<Row>;
  /** Latest first. */
  readonly months: readonly Month<Row>[];
  /** Loads the months before; null at the first month. */
  readonly earlier: (() => Promise<Pick<Timeline<Row>, 'months' | 'earlier'>>) | null;
}

export interface TimelineOptions<Row> {
  read(query: string): Promise<ListAnswer<Row>>;
  /** Query that filters the rows, such as `status=confirmed&`, and the same filter for a server that ignores it. */
  filter: { query: string; keep(row: Row): boolean };
  /** Start of a row, ms since the epoch; infinite without one. */
  startOf(row: Row): number;
  /** True if a row is no longer upcoming. */
  isOver(row: Row): boolean;
  now: number;
  /** Longest list that is shown whole. */
  size: number;
  /** Rows of a page of a longer list; default: `size`. */
  pageSize?: number;
  /** Order within a month. */
  order: 'asc' | 'desc';
  /** Returns whether a month is open from the start. */
  isOpen(key: string, index: number): boolean;
}

const iso = (time: number) => encodeURIComponent(new Date(time).toISOString());

/** Reads a timeline in few small requests, however many rows there are. */
export async function readTimeline<Row>(options: TimelineOptions<Row>): Promise<Timeline<Row>> {
  const { read, filter, now, size, pageSize = size } = options;
  const query = `${filter.query}from=${iso(now - DAY_MS)}&order=asc&limit=${pageSize}`;
  const answer = await read(`${query}&time_zone=${encodeURIComponent(browserZone())}`);
  if (Array.isArray(answer)) return splitTimeline(answer, options);
  const starts = (answer.months ?? []).map((month) => Date.parse(month));
  if (answer.next === null || pageSize < size) {
    const all =
      answer.next === null && starts.length === 0
        ? answer
        : await read(`${filter.query}limit=${size}`);
    if (!Array.isArray(all) && all.next === null) return wholeTimeline(all.results);
  }
  const isUpcoming = (row: Row) => !options.isOver(row);
  // rows of the last day that are over come first
  const justOver = answer.results
    .filter(options.isOver)
    .map((row) => monthStart(options.startOf(row)));
  const allStarts = [...new Set([...justOver, ...starts])].sort((a, b) => b - a);
  const [upcoming, earlier] = await Promise.all([
    toPage(answer, { query, read, whole: (rows) => rows, size: pageSize, keep: isUpcoming }),
    openMonths(allStarts, now, options),
  ]);
  return { whole: null, upcoming, ...earlier };
}

const wholeTimeline = <Row>(whole: readonly Row[]): Timeline<Row> => ({
  whole,
  upcoming: { rows: [], more: null },
  months: [],
  earlier: null,
});

const monthStart = (time: number) => {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
};
const keyOf = (start: number) => {
  const date = new Date(start + MID_MONTH_MS);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
};
const titleOf = (start: number) =>
  formatDate(start + MID_MONTH_MS, { month: 'long', year: 'numeric' });

type Earlier<Row> = Pick<Timeline<Row>, 'months' | 'earlier'>;

/** Returns months by their starts, latest first. A month reaches until the next one that has rows, at most until `end`. */
async function openMonths<Row>(
  starts: readonly number[],
  end: number,
  options: TimelineOptions<Row>,
): Promise<Earlier<Row>> {
  const { read, filter, size, pageSize = size, order, isOpen, isOver } = options;
  const months = starts.map(async (start, index) => {
    const query = `${filter.query}from=${iso(start)}&to=${iso(starts[index - 1] ?? end)}&order=${order}&limit=${pageSize}`;
    const load = () =>
      readPages({ query, read, whole: (rows) => rows, size: pageSize, keep: isOver });
    const key = keyOf(start);
    const loaded = isOpen(key, index) ? await load().catch(() => null) : null; // it loads again when shown
    return { key, title: titleOf(start), load, loaded };
  });
  const first = starts.at(-1) ?? end;
  const readEarlier = async (): Promise<Earlier<Row>> => {
    const zone = encodeURIComponent(browserZone());
    const answer = await read(`${filter.query}from=${iso(first)}&limit=1&time_zone=${zone}`);
    const before = Array.isArray(answer) ? [] : (answer.months ?? []);
    return openMonths(
      before.map((month) => Date.parse(month)),
      first,
      {
        ...options,
        isOpen: () => false,
      },
    );
  };
  return {
    months: await Promise.all(months),
    earlier: starts.length < MAX_MONTHS ? null : readEarlier,
  };
}

/** Returns the timeline of a whole list in memory. */
export function splitTimeline<Row>(
  all: readonly Row[],
  { filter, startOf, isOver, size, pageSize = size, order, isOpen }: TimelineOptions<Row>,
): Timeline<Row> {
  const rows = all.filter(filter.keep).sort((a, b) => startOf(a) - startOf(b) || 0);
  if (rows.length <= size) return wholeTimeline(rows);
  const byMonth = new Map<number, Row[]>();
  for (const row of rows.filter(isOver)) {
    const start = monthStart(startOf(row));
    const month = byMonth.get(start);
    if (month) month.push(row);
    else byMonth.set(start, [row]);
  }
  const months = [...byMonth].reverse().map(([start, inMonth], index): Month<Row> => {
    const page = splitPages(order === 'asc' ? inMonth : inMonth.reverse(), pageSize);
    const key = keyOf(start);
    const load = async () => page;
    return { key, title: titleOf(start), load, loaded: isOpen(key, index) ? page : null };
  });
  const upcoming = splitPages(
    rows.filter((row) => !isOver(row)),
    pageSize,
  );
  return { whole: null, upcoming, ...splitMonths(months) };
}

function splitMonths<Row>(months: readonly Month<Row>[]): Earlier<Row> {
  const rest = months.slice(MAX_MONTHS);
  return {
    months: months.slice(0, MAX_MONTHS),
    earlier: rest.length === 0 ? null : async () => splitMonths(rest),
  };
}
