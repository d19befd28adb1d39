import type { ShellApi } from 'contracts/shell';
import type { RouteObject } from 'react-router';
import type { ReleaseRef } from './boot';
import { prepareBranch } from './composition';
import { LOAD_BUDGET_MS, type RemoteLoader } from './federation';
import { findOwner } from './find-owner';
import { RemoteError, withBudget } from './remote-error';

/** Requests at once what would else be discovered one after the other: the files go into the browser's cache, where their loading finds them. */
function prefetch({ expose, routes }: ReleaseRef, pattern: string): void {
  const own = routes.find(({ path }) => path === pattern)?.files ?? [];
  const named = [...document.querySelectorAll('link[href]')].map((link) => link.getAttribute('href'));
  const known = new Set([...named, ...performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)]);
  for (const file of [...expose, ...own]) if (!known.has(file)) void fetch(file, { credentials: 'omit' }).catch(() => {});
}

/** Takes over the releases of remotes that the page had none for; the others stay as this page has them. */
async function refresh(releases: ReleaseRef[]): Promise<void> {
  const response = await fetch('/_shell/releases', { signal: AbortSignal.timeout(LOAD_BUDGET_MS) }).catch(() => null);
  if (!response?.ok) return;
  for (const fresh of (await response.json()) as ReleaseRef[]) {
    const missing = releases.find(({ name, entry }) => name === fresh.name && !entry);
    if (missing) Object.assign(missing, fresh);
  }
}

/** Brings in the parts of remotes that paths need, each once; failures are never remembered. */
export function createComposer(releases: ReleaseRef[], loader: RemoteLoader, shellFor: (release: ReleaseRef) => ShellApi) {
  const branches = new Map<string, Promise<RouteObject>>();
  const grafted = new Set<string>();

  function branchOf(pathname: string): Promise<RouteObject> | null {
    const owner = findOwner(releases, pathname);
    if (!owner) return null;
    const known = branches.get(owner.pattern);
    if (known) return known;
    const { release, pattern } = owner;
    prefetch(release, pattern);
    const steps = loader.load(release).then((remote) => prepareBranch(remote, shellFor(release), pathname));
    const fresh = withBudget(steps, LOAD_BUDGET_MS, release.name).catch((cause: unknown) => {
      branches.delete(pattern);
      throw cause instanceof RemoteError ? cause : new RemoteError(release.name, 'routes', { cause });
    });
    branches.set(pattern, fresh);
    return fresh;
  }

  return {
    /** The branch that a path needs, or null when nobody serves it. */
    branchOf,
    /** Marks a path's branch as part of the router. */
    markGrafted: (pathname: string) => void grafted.add(findOwner(releases, pathname)?.pattern ?? ''),
    /** The branch to graft for a path, or null when it is in the router already or nobody serves it. */
    toGraft: (pathname: string) => (grafted.has(findOwner(releases, pathname)?.pattern ?? '') ? null : branchOf(pathname)),
    warm: (pathname: string) => void branchOf(pathname)?.catch(() => {}),
    /** Makes the next try a new one: asks for the release again where there was none, and requests its files anew. */
    async forget(pathname: string) {
      const owner = findOwner(releases, pathname);
      if (!owner || grafted.has(owner.pattern)) return;
      if (!owner.release.entry) await refresh(releases);
      const release = findOwner(releases, pathname)?.release;
      if (release?.entry) await loader.forget(release);
    },
  };
}
