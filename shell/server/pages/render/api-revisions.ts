import { ResponseTooLarge, readLimitedText } from 'server-kit/limited-text';

const PATH = '/api/revisions/';
const POLL_MS = 1000;
const BUDGET_MS = 2000;
/** Retry interval for an API without the endpoint. */
const UNSUPPORTED_MS = 300_000;
const MAX_BYTES = 1024 * 1024;

type Revisions = Record<string, string>;

interface PublicState {
  revisions: Revisions;
  lists: Revisions;
  /** Numbers of the changes in `revisions`; null: it has all paths. */
  range: { oldest: number; newest: number } | null;
  /** Deleted data; only with a range. */
  removed: string[];
}

export interface RevisedPaths {
  changed: string[];
  /** Deleted data, or a list that lost an entry. */
  removed: string[];
}

const EVERYTHING = '/api/';

const differing = (before: Revisions, after: Revisions) =>
  Object.keys(after).filter((path) => before[path] !== after[path]);
const missing = (before: Revisions, after: Revisions) =>
  Object.keys(before).filter((path) => !Object.hasOwn(after, path));

/** True if changes between two responses are in neither, or the numbers started anew. */
const hasGap = (before: PublicState, after: PublicState) =>
  before.range !== null &&
  after.range !== null &&
  (after.range.oldest > before.range.newest || after.range.newest < before.range.newest);

const deleted = (before: PublicState, after: PublicState) =>
  after.range
    ? after.removed.filter((path) => !before.removed.includes(path))
    : missing(before.revisions, after.revisions);

const comparePaths = (before: PublicState, after: PublicState): RevisedPaths => ({
  changed: hasGap(before, after) ? [EVERYTHING] : differing(before.revisions, after.revisions),
  removed: [
    ...deleted(before, after),
    ...differing(before.lists, after.lists),
    ...missing(before.lists, after.lists),
  ],
});

function parse(text: string): PublicState {
  const {
    revisions,
    lists = {},
    range,
    removed = [],
  } = JSON.parse(text) as Record<string, unknown>;
  if (typeof revisions !== 'object' || revisions === null)
    throw new TypeError("the response has no 'revisions' object");
  return {
    revisions: toTexts(revisions),
    lists: toTexts(Object(lists)),
    range: readRange(range),
    removed: Array.isArray(removed) ? removed.map(String) : [],
  };
}

function readRange(value: unknown): PublicState['range'] {
  if (typeof value !== 'object' || value === null) return null;
  const { oldest, newest } = value as Record<string, unknown>;
  return { oldest: Number(oldest), newest: Number(newest) };
}

const toTexts = (values: object): Revisions =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [path, String(value)]));

/** Polls the API every second for changed public responses; every 5 min without the endpoint. `onTooLarge` is called for the first of responses above 1 MB. Returns the stop function. */
export function followRevisions(
  apiUrl: string,
  onChange: (paths: RevisedPaths) => void,
  onTooLarge: (path: string) => void = () => {},
): () => void {
  let previous: PublicState | null = null;
  let tag = '';
  let isTooLarge = false;
  let timer: NodeJS.Timeout;
  let ended = false;

  /** An API that had the endpoint is being replaced. */
  const unsupportedMs = () => (previous ? POLL_MS : UNSUPPORTED_MS);

  async function fetchChanges(): Promise<number> {
    const response = await fetch(apiUrl + PATH, {
      headers: { accept: 'application/json', ...(tag && { 'if-none-match': tag }) },
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(BUDGET_MS),
    });
    if (response.status === 404) return unsupportedMs();
    if (response.status !== 200) return POLL_MS;
    const after = parse(await readLimitedText(response, { path: PATH, maxBytes: MAX_BYTES }));
    isTooLarge = false;
    const paths = comparePaths(previous ?? after, after);
    previous = after;
    tag = response.headers.get('etag') ?? '';
    if (paths.changed.length + paths.removed.length > 0) onChange(paths);
    return POLL_MS;
  }

  function waitAfter(error: unknown): number {
    const wasTooLarge = isTooLarge;
    isTooLarge ||= error instanceof ResponseTooLarge;
    if (isTooLarge && !wasTooLarge) onTooLarge(PATH);
    return error instanceof SyntaxError || error instanceof ResponseTooLarge
      ? unsupportedMs()
      : POLL_MS;
  }

  async function poll(): Promise<void> {
    const wait = await fetchChanges().catch(waitAfter);
    if (!ended) timer = setTimeout(() => void poll(), wait).unref();
  }
  void poll();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
