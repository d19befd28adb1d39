import type { Boot, ReleaseRef } from '../../universal/page/boot';
import { indexOwners, type Owner } from '../../universal/routing/find-owner';

const READ_BUDGET_MS = 8000;
const CURRENT = '/_shell/composition.json';

/** What the page knows of its releases: its own remote at once, all others once the composition is read. */
export interface RouteIndex {
  /** Who owns a path, as far as is known yet. */
  known(pathname: string): Owner<ReleaseRef> | null;
  /** Who owns a path; reads the composition when that is not known yet, and rejects when it cannot be had. */
  find(pathname: string): Promise<Owner<ReleaseRef> | null>;
  /** Reads the composition, unless that is done. */
  complete(): Promise<void>;
  /** Looks again for remotes that had no release; the others stay as this page has them. */
  refreshMissing(): Promise<void>;
  /** Whether the pages of a remote need another document than this one. */
  needsDocument(release: ReleaseRef): boolean;
  /** Whether the site has another release of a remote by now. */
  isStale(release: ReleaseRef): Promise<boolean>;
}

async function readReleases(url: string, integrity?: string): Promise<ReleaseRef[]> {
  const response = await fetch(url, {
    integrity: integrity ?? '',
    signal: AbortSignal.timeout(READ_BUDGET_MS),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as ReleaseRef[];
}

export function createRouteIndex({
  own,
  composition,
}: Pick<Boot, 'own' | 'composition'>): RouteIndex {
  let releases = own ? [own] : [];
  let owner = indexOwners(releases);
  let whole = false;
  let reading: Promise<void> | null = null;

  const take = (fresh: ReleaseRef[]) => {
    releases = fresh.map((release) => (release.name === own?.name ? own : release));
    owner = indexOwners(releases);
    whole = true;
  };
  const readWhole = () => {
    // a server that does not know this page's set any more has the one of today
    reading ??= readReleases(composition.url, composition.integrity)
      .catch(() => readReleases(CURRENT))
      .then(take)
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return {
    known: (pathname) => owner(pathname),
    async find(pathname) {
      const found = owner(pathname);
      if (found || whole) return found;
      await readWhole();
      return owner(pathname);
    },
    complete: async () => (whole ? undefined : readWhole()),
    async refreshMissing() {
      for (const fresh of await readReleases(CURRENT).catch(() => [])) {
        const missing = releases.find(({ name, entry }) => name === fresh.name && !entry);
        if (missing) Object.assign(missing, fresh);
      }
      owner = indexOwners(releases);
    },
    needsDocument: ({ name, ownDocument }) => ownDocument === true && name !== own?.name,
    async isStale({ name, version }) {
      const now = await readReleases(CURRENT).catch(() => []);
      return now.some(
        (release) => release.name === name && release.entry !== '' && release.version !== version,
      );
    },
  };
}
