import type { RouteHandle, ShellApi } from '@carry/contracts/shell';
import { matchRoutes, type RouteObject, redirectDocument } from 'react-router';
import { RemoteError, withBudget } from '../../universal/failures/remote-error';
import type { ReleaseRef } from '../../universal/page/boot';
import type { Owner } from '../../universal/routing/find-owner';
import { prepareBranch } from '../../universal/routing/prepare-branch';
import { LOAD_BUDGET_MS, type RemoteLoader } from './federation';
import { prefetch } from './prefetch';
import type { RouteIndex } from './route-index';

/** Told of every remote that the page took in or failed to. */
export interface LoadReports {
  used(remote: string, release: string): void;
  failed(kind: 'load' | 'render', remote: string, release: string, phase?: string): void;
}

/** A branch that leads to its page by a full load. */
const documentBranch = ({ release, pattern }: Owner<ReleaseRef>): RouteObject => ({
  id: `${release.name} ${pattern}`,
  path: pattern,
  loader: ({ request }) => redirectDocument(request.url),
});

/** Brings in the parts of remotes that paths need, each once; failures are never remembered. */
export function createBranchLoader(
  index: RouteIndex,
  loader: RemoteLoader,
  shellFor: (release: ReleaseRef) => ShellApi,
  reports: LoadReports,
) {
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
      reports.used(name, version);
      return branch;
    } catch (cause) {
      branches.delete(pattern);
      const error =
        cause instanceof RemoteError ? cause : new RemoteError(name, 'routes', { cause });
      if (navigator.onLine && version) {
        reports.failed('load', name, version, error.phase);
        if (await index.isStale(release)) error.stale = `${name}@${version}`;
      }
      throw error;
    }
  }

  function branchFor(owner: Owner<ReleaseRef>, pathname: string): Promise<RouteObject> {
    const known = branches.get(owner.pattern);
    if (known) return known;
    const fresh = index.needsDocument(owner.release)
      ? Promise.resolve(documentBranch(owner))
      : compose(owner, pathname);
    branches.set(owner.pattern, fresh);
    return fresh;
  }

  async function branchOf(pathname: string): Promise<RouteObject | null> {
    const owner = await index.find(pathname).catch((cause: unknown) => {
      throw new RemoteError('the site', 'composition', { cause });
    });
    return owner && branchFor(owner, pathname);
  }

  return {
    /** The branch that a path needs, or null when nobody serves it. */
    branchOf,
    /** Marks a path's branch as part of the router. */
    markGrafted: (pathname: string) => void grafted.add(index.known(pathname)?.pattern ?? ''),
    /** The branch to graft for a path, or null when it is in the router already or nobody serves it. */
    toGraft: (pathname: string) =>
      grafted.has(index.known(pathname)?.pattern ?? '') ? null : branchOf(pathname),
    /** Brings in what a path needs before it is asked for, and lets its page start reading. */
    async warm(pathname: string) {
      const branch = await branchOf(pathname).catch(() => null);
      const { route, params } = (branch && matchRoutes([branch], pathname)?.at(-1)) ?? {};
      (route?.handle as RouteHandle | undefined)?.warm?.(params ?? {});
    },
    /** Makes the next try a new one: asks for the release again where there was none, and requests its files anew. */
    async forget(pathname: string) {
      const owner = index.known(pathname);
      if (!owner || grafted.has(owner.pattern)) return;
      if (!owner.release.entry) await index.refreshMissing();
      const release = index.known(pathname)?.release;
      if (release?.entry) await loader.forget(release);
    },
  };
}
