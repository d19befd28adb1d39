import type { Boot, ReleaseRef } from '../../universal/page/boot';
import { indexOwners, type Owner } from '../../universal/routing/find-owner';

const READ_BUDGET_MS = 8000;
const CURRENT = '/_shell/composition.json';

/** Maps paths to remotes: the page's own remote at once, the others after the composition is read. */
export interface RouteIndex {
  lookup(pathname: string): Owner<ReleaseRef> | null;
  /** Returns the owner of a path. Reads the composition if needed; rejects if that fails. */
  find(pathname: string): Promise<Owner<ReleaseRef> | null>;
  complete(): Promise<void>;
  findRelease(remote: string): ReleaseRef | undefined;
  /** Refetches the composition for remotes that had no release. */
  refreshMissing(): Promise<void>;
  /** Returns true if the page of another remote has a policy of its own, or this page has one, which ends with it. */
  needsDocument(release: ReleaseRef): boolean;
  isStale(release: ReleaseRef): Promise<boolean>;
}

async function readReleases(url: string, integrity?: string): Promise<ReleaseRef[]> {
  const response = await fetch(url, {
    integrity: integrity ?? '',
    signal: AbortSignal.timeout(READ_BUDGET_MS),
  });
  if (!response.ok) throw new Error(`GET ${url} failed with status ${response.status}`);
  return (await response.json()) as ReleaseRef[];
}

export function createRouteIndex({
  own,
  composition,
}: Pick<Boot, 'own' | 'composition'>): RouteIndex {
  let releases = own ? [own] : [];
  let findOwner = indexOwners(releases);
  let isComplete = false;
  let reading: Promise<void> | null = null;

  const take = (fresh: ReleaseRef[]) => {
    releases = fresh.map((release) => (release.name === own?.name ? own : release));
    findOwner = indexOwners(releases);
    isComplete = true;
  };
  const readComposition = () => {
    // Falls back to the current composition if this page's version is no longer served.
    reading ??= readReleases(composition.url, composition.integrity)
      .catch(() => readReleases(CURRENT))
      .then(take)
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return {
    lookup: (pathname) => findOwner(pathname),
    async find(pathname) {
      const match = findOwner(pathname);
      if (match || isComplete) return match;
      await readComposition();
      return findOwner(pathname);
    },
    findRelease: (remote) => releases.find(({ name }) => name === remote),
    complete: async () => (isComplete ? undefined : readComposition()),
    async refreshMissing() {
      for (const fresh of await readReleases(CURRENT).catch(() => [])) {
        const missing = releases.find(({ name, entry }) => name === fresh.name && !entry);
        if (missing) Object.assign(missing, fresh);
      }
      findOwner = indexOwners(releases);
    },
    needsDocument: ({ name, ownDocument }) =>
      name !== own?.name && (ownDocument ?? own?.ownDocument) === true,
    async isStale({ name, version }) {
      const now = await readReleases(CURRENT).catch(() => []);
      return now.some(
        (release) => release.name === name && release.entry !== '' && release.version !== version,
      );
    },
  };
}
