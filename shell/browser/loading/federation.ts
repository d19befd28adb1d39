import type { RemoteModule } from '@carry/contracts/shell';
import { getInstance } from '@module-federation/enhanced/runtime';
import { RemoteError, withBudget } from '../../universal/failures/remote-error';
import type { ReleaseRef } from '../../universal/page/boot';

export const LOAD_BUDGET_MS = 8000;

const federationName = (remote: string) => remote.replaceAll('-', '_');
const toUrl = (path: string) => new URL(path, location.href);

const describeFailure = (cause: unknown, url: string): unknown =>
  cause instanceof Error && cause.message.includes('RUNTIME-008')
    ? new Error(`${url} could not be loaded`, { cause })
    : cause;

type Host = NonNullable<ReturnType<typeof getInstance>>;

/** Lists a loaded remote for the federation devtools, in the format of a remote's entry. The runtime itself lists manifests only. */
function listForDevtools(host: string, { name, version, entry }: ReleaseRef): void {
  const { moduleInfo } = __FEDERATION__;
  const [globalName, remoteEntry] = [federationName(name), toUrl(entry).href];
  const consumer = moduleInfo[host] as { remotesInfo?: object } | undefined;
  const remotesInfo = { ...consumer?.remotesInfo, [globalName]: { matchedVersion: remoteEntry } };
  Object.assign(moduleInfo, {
    [host]: { remotesInfo },
    [`${globalName}:${remoteEntry}`]: { version, remoteEntry, globalName },
  });
}

/** Loads the exposed module of a remote. A failed load is not cached. */
export interface RemoteLoader {
  load(release: ReleaseRef): Promise<RemoteModule>;
  /** Invalidates a remote, so that the next load bypasses every cache. */
  forget(release: ReleaseRef): Promise<void>;
}

/** Refetches a release's files: a corrupt file in the HTTP cache fails its integrity check on every load. */
async function refreshCache({ entry }: ReleaseRef): Promise<void> {
  const folder = toUrl(entry.replace(/web\/.*/, '')).href;
  const files = new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.startsWith(folder)),
  );
  // best effort: the import after it reports a failure
  const fetches = [...files].map((file) =>
    fetch(file, { cache: 'reload', signal: AbortSignal.timeout(LOAD_BUDGET_MS) }).catch(() => {}),
  );
  await Promise.all(fetches);
}

/**
 * Creates the loader of remotes. Each entry script is pinned to the integrity hash of its release; an entry without one is rejected.
 *
 * @param unpinnedOrigins Origins of development builds, whose entries have no hash.
 * @param host The federation instance of this page, which the build creates.
 */
export function createRemoteLoader(
  unpinnedOrigins: string[] = [],
  host: Host = getInstance() as Host,
): RemoteLoader {
  const releases = new Map<string, ReleaseRef>();
  const loads = new Map<string, Promise<RemoteModule>>();
  let retries = 0;

  function createScript({ url }: { url: string }) {
    const entry = toUrl(url);
    const release = [...releases.values()].find((candidate) => {
      const { origin, pathname } = toUrl(candidate.entry);
      return origin === entry.origin && pathname === entry.pathname;
    });
    const isPinned = release?.integrity || unpinnedOrigins.includes(entry.origin);
    if (!release || !isPinned) throw new Error(`remote entry has no integrity hash: ${url}`);
    const script = Object.assign(document.createElement('script'), {
      src: url,
      async: true,
      crossOrigin: 'anonymous',
      ...(release.integrity ? { integrity: release.integrity } : {}),
    });
    return { script, timeout: LOAD_BUDGET_MS };
  }
  host.registerPlugins([{ name: 'carry-integrity', createScript }]);

  async function fetchModule(release: ReleaseRef): Promise<RemoteModule> {
    const { name, entry } = release;
    if (!entry)
      throw new RemoteError(name, 'entry', { cause: new Error('the remote has no release') });
    if (!releases.has(name))
      host.registerRemotes([{ name: federationName(name), entry: toUrl(entry).href }]);
    releases.set(name, release);
    const exposed = host.loadRemote<{ default?: RemoteModule }>(`${federationName(name)}/remote`);
    const module = await withBudget(exposed, LOAD_BUDGET_MS, name).catch((cause: unknown) => {
      throw new RemoteError(name, 'entry', { cause: describeFailure(cause, toUrl(entry).href) });
    });
    // A shared chunk that failed once can leave a module of the wrong shape.
    const remote = module?.default;
    if (typeof remote?.createRoutes !== 'function')
      throw new RemoteError(name, 'contract', {
        cause: new Error('the module exports no createRoutes'),
      });
    listForDevtools(host.name, release);
    return remote;
  }

  return {
    load(release) {
      const pending = loads.get(release.name);
      if (pending) return pending;
      const load = fetchModule(release);
      loads.set(release.name, load);
      load.catch(() => loads.get(release.name) === load && loads.delete(release.name));
      return load;
    },
    async forget(release) {
      loads.delete(release.name);
      // The runtime would reuse a script that hangs.
      for (const script of document.querySelectorAll(`script[src*="/remotes/${release.name}/"]`))
        script.remove();
      await refreshCache(release);
      const entry = toUrl(release.entry);
      entry.searchParams.set('retry', String(++retries));
      releases.set(release.name, release);
      host.registerRemotes([{ name: federationName(release.name), entry: entry.href }], {
        force: true,
      });
    },
  };
}
