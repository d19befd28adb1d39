import { isDeepStrictEqual } from 'node:util';
import { ResponseTooLarge, readLimitedText } from 'server-kit/limited-text';
import { type LogLine, scrub } from 'server-kit/log';

const CALL = '/api/sitemap/';
const FRESH_MS = 1000;
const BUDGET_MS = 3000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PATHS = 49_000;
const PATH = /^\/(?!\/)[\w/-]{0,200}$/;

interface Bounds {
  log: LogLine;
  /** Called when paths are left out. */
  onCut(): void;
  /** Called when a response is above 4 MB. */
  onTooLarge(): void;
}

async function readPaths(apiUrl: string): Promise<string[] | null> {
  const response = await fetch(apiUrl + CALL, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(BUDGET_MS),
  });
  if (response.status === 404) return null;
  if (response.status !== 200) throw new Error(`the API responded with ${response.status}`);
  const text = await readLimitedText(response, { path: CALL, maxBytes: MAX_BYTES });
  const { paths } = JSON.parse(text) as { paths?: unknown };
  const listed: unknown[] = Array.isArray(paths) ? paths : [];
  return listed.filter((path): path is string => typeof path === 'string' && PATH.test(path));
}

/** Returns a reader of the API's paths for the sitemap. Logs a problem once while it lasts. They are at most a second old, because a locked coach must be gone within two; during an outage, the last ones. The same paths are the same array. Null: the API has no sitemap. */
export function createApiPaths(apiUrl: string, bounds: Bounds): () => Promise<string[] | null> {
  let paths: string[] | null = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  let isFailing = false;
  let isCut = false;
  const cut = (all: string[]) => {
    const wasCut = isCut;
    isCut = all.length > MAX_PATHS;
    if (isCut) bounds.onCut();
    if (isCut && !wasCut)
      bounds.log(`sitemap cut after ${MAX_PATHS} paths of the API; the rest was left out`);
    return all.slice(0, MAX_PATHS);
  };
  const noteFailure = (error: unknown) => {
    if (error instanceof ResponseTooLarge) bounds.onTooLarge();
    if (!isFailing)
      bounds.log(`sitemap keeps the API's last paths: ${scrub((error as Error).message)}`);
    isFailing = true;
  };
  const refresh = async () => {
    try {
      const all = await readPaths(apiUrl);
      const read = all && cut(all);
      if (!isDeepStrictEqual(read, paths)) paths = read;
      isFailing = false;
    } catch (error) {
      noteFailure(error);
    } finally {
      readAt = performance.now();
      running = null;
    }
  };
  return async () => {
    if (performance.now() - readAt >= FRESH_MS) {
      running ??= refresh();
      await running;
    }
    return paths;
  };
}
