import type { PageAnswer } from '@carry/contracts/answers';

/** The first rows of a list, and how to load the next; `more` is null at the end. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly more: (() => Promise<Page<Row>>) | null;
}

export type ListAnswer<Row> = Row[] | PageAnswer<Row>;

export function splitPages<Row>(rows: readonly Row[], size: number): Page<Row> {
  const rest = rows.slice(size);
  return {
    rows: rows.slice(0, size),
    more: rest.length === 0 ? null : async () => splitPages(rest, size),
  };
}

export function joinPages<Row>(first: Page<Row>, second: Page<Row>): Page<Row> {
  const { rows, more } = first;
  if (more) return { rows, more: async () => joinPages(await more(), second) };
  return { rows: [...rows, ...second.rows], more: second.more };
}

export interface PagesOptions<Row> {
  /** Query of all pages, such as `status=confirmed&limit=20`. */
  query: string;
  read(query: string): Promise<ListAnswer<Row>>;
  /** Selects and sorts the rows of a server that sent the whole list. */
  whole(rows: Row[]): Row[];
  size: number;
  keep?(row: Row): boolean;
}

/** Reads the first page of a list. Skips pages of which no row is kept. */
export async function readPages<Row>(options: PagesOptions<Row>): Promise<Page<Row>> {
  return toPage(await options.read(options.query), options);
}

export async function toPage<Row>(
  answer: ListAnswer<Row>,
  options: PagesOptions<Row>,
): Promise<Page<Row>> {
  if (Array.isArray(answer)) return splitPages(options.whole(answer), options.size);
  const { query, read, keep = () => true } = options;
  const { results, next } = answer;
  const rows = results.filter(keep);
  const loadNext = async () =>
    toPage(await read(`${query}&cursor=${encodeURIComponent(next ?? '')}`), options);
  if (rows.length === 0 && next !== null) return loadNext();
  return { rows, more: next === null ? null : loadNext };
}

/** Loads further pages until there are `rows` rows, so that a list keeps its length after a reload. */
export async function extendPage<Row>(page: Page<Row>, rows: number): Promise<Page<Row>> {
  if (page.rows.length >= rows || !page.more) return page;
  const next = await page.more();
  return extendPage({ rows: [...page.rows, ...next.rows], more: next.more }, rows);
}
