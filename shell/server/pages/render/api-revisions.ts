const POLL_MS = 1000;
const BUDGET_MS = 2000;
/** A server that does not tell is asked again after so long. */
const UNKNOWN_MS = 300_000;
const MAX_BYTES = 1024 * 1024;

type Revisions = Record<string, string>;

/** Beginnings of paths of the API. */
export interface RevisedPaths {
  /** Added, or with another revision. */
  changed: string[];
  /** Not listed any more: their data is gone. */
  removed: string[];
}

const comparePaths = (before: Revisions, after: Revisions): RevisedPaths => ({
  changed: Object.keys(after).filter((path) => before[path] !== after[path]),
  removed: Object.keys(before).filter((path) => !Object.hasOwn(after, path)),
});

function parse(text: string): Revisions {
  if (text.length > MAX_BYTES) throw new RangeError('too many revisions');
  const { revisions } = JSON.parse(text) as { revisions?: unknown };
  if (typeof revisions !== 'object' || revisions === null) throw new TypeError('no revisions');
  return Object.fromEntries(
    Object.entries(revisions).map(([path, revision]) => [path, String(revision)]),
  );
}

/**
 * Asks the API once a second which of its public answers have changed since, by the tag of its last answer, and tells. An API that
 * has no such call is left in peace; one that does not answer is asked on, and compared with its last answer. Returns the end of it.
 */
export function followRevisions(
  apiUrl: string,
  onChange: (paths: RevisedPaths) => void,
): () => void {
  let known: Revisions | null = null;
  let tag = '';
  let timer: NodeJS.Timeout;
  let ended = false;

  async function ask(): Promise<number> {
    const response = await fetch(`${apiUrl}/api/revisions/`, {
      headers: { accept: 'application/json', ...(tag && { 'if-none-match': tag }) },
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(BUDGET_MS),
    });
    if (response.status === 404) return UNKNOWN_MS;
    if (response.status !== 200) return POLL_MS;
    const after = parse(await response.text());
    const paths = comparePaths(known ?? after, after);
    known = after;
    tag = response.headers.get('etag') ?? '';
    if (paths.changed.length + paths.removed.length > 0) onChange(paths);
    return POLL_MS;
  }

  async function poll(): Promise<void> {
    const wait = await ask().catch((error: unknown) =>
      error instanceof SyntaxError || error instanceof RangeError ? UNKNOWN_MS : POLL_MS,
    );
    if (!ended) timer = setTimeout(() => void poll(), wait).unref();
  }
  void poll();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
