export interface RemoteFacts {
  name: string;
  release: string;
  shown: boolean;
  /** Milliseconds from the request to the loaded container, and to its routes. */
  entryMs?: number;
  routesMs?: number;
  files: number;
  /** Transferred bytes; 0 for cached files. */
  bytes: number;
}

export function readFacts(): RemoteFacts[] {
  const facts = new Map<string, RemoteFacts>();
  const getFacts = (name: string, release: string) => {
    const remote = facts.get(name) ?? { name, release, shown: false, files: 0, bytes: 0 };
    facts.set(name, remote);
    return remote;
  };
  for (const box of document.querySelectorAll<HTMLElement>('[data-remote]')) {
    getFacts(box.dataset['remote'] ?? '', box.dataset['release'] ?? '').shown = true;
  }
  for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    const [, name, release] = /\/remotes\/(mf-[a-z0-9-]+)\/([^/]+)\/web\//.exec(entry.name) ?? [];
    if (!name || !release) continue;
    const remote = getFacts(name, release);
    remote.files++;
    remote.bytes += entry.transferSize;
  }
  for (const { name, duration } of performance.getEntriesByType('measure')) {
    const [remoteName = '', phase] = name.split(' ');
    const remote = facts.get(remoteName);
    if (remote && phase === 'entry') remote.entryMs = duration;
    else if (remote) remote.routesMs = duration;
  }
  return [...facts.values()];
}

type Scopes = Record<string, Record<string, Record<string, unknown>>>;

export function sharedVersions(): string[] {
  const { __FEDERATION__ } = globalThis as {
    __FEDERATION__?: { __SHARE__?: Record<string, Scopes> };
  };
  const versions = Object.values(__FEDERATION__?.__SHARE__ ?? {}).flatMap((scopes) =>
    Object.values(scopes).flatMap((modules) =>
      Object.entries(modules).flatMap(([name, byVersion]) =>
        Object.keys(byVersion).map((version) => `${name} ${version}`),
      ),
    ),
  );
  return [...new Set(versions)].sort();
}
