const FRESH_MS = 1000;
const BUDGET_MS = 3000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PATHS = 49_000;
const PATH = /^\/(?!\/)[\w/-]{0,200}$/;

async function readPaths(apiUrl: string): Promise<string[] | null> {
  const response = await fetch(`${apiUrl}/api/sitemap/`, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(BUDGET_MS),
  });
  if (response.status === 404) return null;
  if (response.status !== 200) throw new Error(`the API responded with ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_BYTES) throw new RangeError(`the response exceeds ${MAX_BYTES} characters`);
  const { paths } = JSON.parse(text) as { paths?: unknown };
  return Array.isArray(paths)
    ? paths.filter((path) => typeof path === 'string' && PATH.test(path)).slice(0, MAX_PATHS)
    : [];
}

/** Returns a reader of the API's paths for the sitemap. They are at most a second old, because a locked coach must be gone within two; during an outage, the last ones. Null: the API has no sitemap. */
export function createApiPaths(apiUrl: string): () => Promise<string[] | null> {
  let paths: string[] | null = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  const refresh = async () => {
    try {
      paths = await readPaths(apiUrl);
    } finally {
      readAt = performance.now();
      running = null;
    }
  };
  return async () => {
    if (performance.now() - readAt >= FRESH_MS) {
      running ??= refresh();
      await running.catch(() => {});
    }
    return paths;
  };
}
