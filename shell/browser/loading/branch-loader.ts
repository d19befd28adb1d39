import type { RouteHandle, ShellApi } from '@carry/contracts/shell';
import { matchRoutes, type RouteObject, redirectDocument } from 'react-router';
import { RemoteError, withBudget } from '../../universal/failures/remote-error';
import type { ReleaseRef } from '../../universal/page/boot';
import type { Owner } from '../../universal/routing/find-owner';
import { prepareBranch } from '../../universal/routing/prepare-branch';
import type { FailurePlace } from '../reports/reporter';
import { LOAD_BUDGET_MS, type RemoteLoader } from './federation';
import { prefetch } from './prefetch';
import type { RouteIndex } from './route-index';

export interface LoadReports {
  used(remote: string, release: string, route: string): void;
  failed(
    kind: 'load' | 'render',
    release: Pick<ReleaseRef, 'name' | 'version'>,
    place: FailurePlace,
  ): void;
}

/** Returns a branch that loads a document. It fails while offline, because the browser would show its own error page. */
const documentBranch = (
  { release: { name }, pattern }: Owner<ReleaseRef>,
  getHash: () => string,
): RouteObject => ({
  id: `${name} ${pattern}`,
  path: pattern,
  loader: ({ request }) => {
    if (!navigator.onLine) throw new RemoteError(name, 'entry', { cause: new Error('offline') });
    return redirectDocument(request.url + getHash());
  },
});

/** Loads the route branches of remotes, each once. Failures are not cached. */
export function createBranchLoader({
  index,
  loader,
  shellFor,
  reporter,
  getHash,
}: {
  index: RouteIndex;
  loader: RemoteLoader;
  shellFor(release: ReleaseRef): ShellApi;
  reporter: LoadReports;
  /** Returns the hash of the link that is being followed; requests of loaders lack it. */
  getHash(): string;
}) {
  const branches = new Map<string, Promise<RouteObject>>();
  const grafted = new Set<string>();

  async function compose(owner: Owner<ReleaseRef>, pathname: string): Promise<RouteObject> {
    const { release, pattern } = owner;
    const { name, version } = release;
    const start = performance.now();
    try {
      prefetch(owner);
      const steps = loader.load(release).then((remote) => {
        performance.measure(`${name} entry`, { start });
        return prepareBranch(remote, shellFor(release), pathname);
      });
      const branch = await withBudget(steps, LOAD_BUDGET_MS, name);
      performance.measure(`${name} ${pattern}`, { start });
      reporter.used(name, version, pattern);
      return branch;
    } catch (cause) {
      branches.delete(pattern);
      const error =
        cause instanceof RemoteError ? cause : new RemoteError(name, 'routes', { cause });
      if (navigator.onLine && version) {
        reporter.failed('load', release, { phase: error.phase, route: pattern });
        if (await index.isStale(release)) error.stale = `${name}@${version}`;
      }
      throw error;
    }
  }

  function branchFor(owner: Owner<ReleaseRef>, pathname: string): Promise<RouteObject> {
    const cached = branches.get(owner.pattern);
    if (cached) return cached;
    const fresh = index.needsDocument(owner.release)
      ? Promise.resolve(documentBranch(owner, getHash))
      : compose(owner, pathname);
    branches.set(owner.pattern, fresh);
    return fresh;
  }

  async function loadBranch(pathname: string): Promise<RouteObject | null> {
    const owner = await index.find(pathname).catch((cause: unknown) => {
      throw new RemoteError('the site', 'composition', { cause });
    });
    return owner && branchFor(owner, pathname);
  }

  return {
    loadBranch,
    markGrafted: (pathname: string) => void grafted.add(index.lookup(pathname)?.pattern ?? ''),
    loadMissingBranch: (pathname: string) =>
      grafted.has(index.lookup(pathname)?.pattern ?? '') ? null : loadBranch(pathname),
    async warm(pathname: string) {
      const branch = await loadBranch(pathname).catch(() => null);
      const { route, params } = (branch && matchRoutes([branch], pathname)?.at(-1)) ?? {};
      (route?.handle as RouteHandle | undefined)?.warm?.(params ?? {});
    },
    async forget(pathname: string) {
      const owner = index.lookup(pathname);
      if (!owner || grafted.has(owner.pattern)) return;
      if (!owner.release.entry) await index.refreshMissing();
      const release = index.lookup(pathname)?.release;
      if (release?.entry) await loader.forget(release);
    },
  };
}
