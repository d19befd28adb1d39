// The only file that knows how remotes are joined: by the container protocol of Module Federation.

import type { RemoteModule } from '@carry/contracts/shell';
import type { ReleaseRef } from '../../universal/boot';
import { RemoteError, withBudget } from '../../universal/remote-error';
import { shareScope } from './shared-modules';

export const LOAD_BUDGET_MS = 8000;

/** What the entry of a remote leaves under the remote's name. */
interface Container {
  init(scope: ReturnType<typeof shareScope>): void | Promise<void>;
  get(module: string): Promise<() => { default?: RemoteModule }>;
}

const containers = globalThis as unknown as Record<string, Container | undefined>;
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

/** Runs the entry of a release, pinned to its hash, and answers the container that it leaves. */
function runEntry({ name, integrity }: ReleaseRef, url: URL): Promise<Container> {
  const global = federationName(name);
  containers[global] = undefined; // what stands there is not of this script
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), {
      src: url.href,
      async: true,
      crossOrigin: 'anonymous',
      ...(integrity ? { integrity } : {}),
    });
    script.onerror = () => {
      script.remove();
      reject(new Error(`${url.pathname} could not be loaded`));
    };
    script.onload = () => {
      const container = containers[global];
      if (typeof container?.init === 'function' && typeof container.get === 'function')
        resolve(container);
      else reject(new Error(`${url.pathname} has left no container`));
    };
    document.head.append(script);
  });
}

/** Loads containers, each pinned to the hash of its release; what is not of a release is refused. `local`: origins of development servers, which pin nothing. */
export function createRemoteLoader(local: string[] = []): RemoteLoader {
  const loaded = new Map<string, Promise<RemoteModule>>();
  const retries = new Map<string, number>();

  async function expose(release: ReleaseRef): Promise<{ default?: RemoteModule }> {
    const url = absolute(release.entry);
    if (!release.integrity && !local.includes(url.origin))
      throw new Error(`no integrity for ${url.href}`); // absence fails closed
    const retry = retries.get(release.name);
    if (retry) url.searchParams.set('retry', String(retry));
    const container = await runEntry(release, url);
    await container.init(shareScope());
    return (await container.get('./remote'))();
  }

  async function fetchModule(release: ReleaseRef): Promise<RemoteModule> {
    const { name, entry } = release;
    if (!entry) throw new RemoteError(name, 'entry', { cause: new Error('it has no release') });
    const found = await withBudget(expose(release), LOAD_BUDGET_MS, name).catch(
      (cause: unknown) => {
        throw new RemoteError(name, 'entry', { cause });
      },
    );
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
      // a chunk that still hangs would be waited for again
      for (const script of document.querySelectorAll(`script[src*="/remotes/${release.name}/"]`))
        script.remove();
      await refreshCached(release);
      retries.set(release.name, (retries.get(release.name) ?? 0) + 1);
    },
  };
}
