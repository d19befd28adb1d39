/** What the inspector says of one remote. */
export interface RemoteFacts {
  name: string;
  release: string;
  /** Whether a part of the page is its own now. */
  shown: boolean;
  /** Milliseconds from the wish until its container was there, and until its routes were. */
  entryMs?: number;
  routesMs?: number;
  files: number;
  /** Bytes over the network; what came from the cache is 0. */
  bytes: number;
}

/** Reads off the page which remotes it has loaded so far. */
export function readFacts(): RemoteFacts[] {
  const facts = new Map<string, RemoteFacts>();
  const of = (name: string, release: string) => {
    const known = facts.get(name) ?? { name, release, shown: false, files: 0, bytes: 0 };
    facts.set(name, known);
    return known;
  };
  for (const box of document.querySelectorAll<HTMLElement>('[data-remote]')) {
    of(box.dataset['remote'] ?? '', box.dataset['release'] ?? '').shown = true;
  }
  for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    const [, name, release] = /\/remotes\/(mf-[a-z0-9-]+)\/([^/]+)\/web\//.exec(entry.name) ?? [];
    if (!name || !release) continue;
    const remote = of(name, release);
    remote.files++;
    remote.bytes += entry.transferSize;
  }
  for (const { name, duration } of performance.getEntriesByType('measure')) {
    const [remote = '', phase] = name.split(' ');
    const known = facts.get(remote);
    if (known && phase === 'entry') known.entryMs = duration;
    else if (known) known.routesMs = duration;
  }
  return [...facts.values()];
}

type Scopes = Record<string, Record<string, Record<string, unknown>>>;

/** The shared modules of the page with their versions, such as `react 19.3.1`. */
export function sharedVersions(): string[] {
  const { __FEDERATION__ } = globalThis as {
    __FEDERATION__?: { __SHARE__?: Record<string, Scopes> };
  };
  const found = Object.values(__FEDERATION__?.__SHARE__ ?? {}).flatMap((scopes) =>
    Object.values(scopes).flatMap((modules) =>
      Object.entries(modules).flatMap(([name, versions]) =>
        Object.keys(versions).map((version) => `${name} ${version}`),
      ),
    ),
  );
  return [...new Set(found)].sort();
}
