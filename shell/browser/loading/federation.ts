// The only file that imports the federation runtime.

import type { RemoteModule } from '@carry/contracts/shell';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { ReleaseRef } from '../../universal/boot';
import { RemoteError, withBudget } from '../../universal/remote-error';

export const LOAD_BUDGET_MS = 8000;

const federationName = (remote: string) => remote.replaceAll('-', '_');
const absolute = (path: string) => new URL(path, location.href);

/** Loads the one exposed module of a remote; a failed load is never remembered. */
export interface RemoteLoader {
  load(release: ReleaseRef): Promise<RemoteModule>;
  /** Forgets what was loaded of a remote, so that the next load makes new requests, past every cache. */
  forget(release: ReleaseRef): Promise<void>;
}

/** Fetches again what the browser may have cached of a release: a damaged file would fail its hash for as long as it is cached. */
async function refreshCached({ entry }: ReleaseRef): Promise<void> {
  const folder = absolute(entry.replace(/web\/.*/, '')).href;
  const files = new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.startsWith(folder)),
  );
  const fetches = [...files].map((file) =>
    fetch(file, { cache: 'reload', signal: AbortSignal.timeout(LOAD_BUDGET_MS) }).catch(() => {}),
  );
  await Promise.all(fetches);
}

/** Loads containers, each pinned to the hash of its release; what is not of a release is refused. `local`: origins of development servers, which pin nothing. */
export function createRemoteLoader(local: string[] = []): RemoteLoader {
  const releases = new Map<string, ReleaseRef>();
  const loaded = new Map<string, Promise<RemoteModule>>();
  let retries = 0;
  registerPlugins([
    {
      name: 'carry-integrity',
      createScript({ url }) {
        const asked = absolute(url);
        const release = [...releases.values()].find(
          ({ entry }) =>
            entry &&
            absolute(entry).origin === asked.origin &&
            absolute(entry).pathname === asked.pathname,
        );
        const pinned = release && (release.integrity || local.includes(asked.origin));
        if (!pinned) throw new Error(`no integrity for ${url}`); // absence fails closed
        const script = Object.assign(document.createElement('script'), {
          src: url,
          async: true,
          crossOrigin: 'anonymous',
          ...(release.integrity ? { integrity: release.integrity } : {}),
        });
        return { script, timeout: LOAD_BUDGET_MS };
      },
    },
  ]);

  async function fetchModule(release: ReleaseRef): Promise<RemoteModule> {
    const { name, entry } = release;
    if (!entry) throw new RemoteError(name, 'entry', { cause: new Error('it has no release') });
    if (!releases.has(name))
      registerRemotes([{ name: federationName(name), entry: absolute(entry).href }]);
    releases.set(name, release);
    const pending = loadRemote<{ default?: RemoteModule }>(`${federationName(name)}/remote`);
    const found = await withBudget(pending, LOAD_BUDGET_MS, name).catch((cause: unknown) => {
      throw new RemoteError(name, 'entry', { cause });
    });
    // One shared chunk that failed can leave a module of the wrong shape: that is a failed load.
    const remote = found?.default;
    if (typeof remote?.createRoutes !== 'function')
      throw new RemoteError(name, 'contract', { cause: new Error('it exports no createRoutes') });
    return remote;
  }

  return {
    load(release) {
      const known = loaded.get(release.name);
      if (known) return known;
      const fresh = fetchModule(release);
      loaded.set(release.name, fresh);
      fresh.catch(() => loaded.get(release.name) === fresh && loaded.delete(release.name));
      return fresh;
    },
    async forget(release) {
      loaded.delete(release.name);
      // a script that still hangs would be waited for again
      for (const script of document.querySelectorAll(`script[src*="/remotes/${release.name}/"]`))
        script.remove();
      await refreshCached(release);
      const entry = absolute(release.entry);
      entry.searchParams.set('retry', String(++retries));
      releases.set(release.name, release);
      registerRemotes([{ name: federationName(release.name), entry: entry.href }], { force: true });
    },
  };
}
