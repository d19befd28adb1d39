// The only file that joins containers.

import type { RemoteModule } from '@carry/contracts/shell';
import { runContainer, type ShareScope, serveOldContainers } from '@carry/remote-kit/runtime';
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

/** The bundler's own, with what the shell's build provides. */
declare const __webpack_share_scopes__: { default: ShareScope };

/** Loads containers, each pinned to the hash of its release; what is not of a release is refused. `local`: origins of development servers, which pin nothing. */
export function createRemoteLoader(local: string[] = []): RemoteLoader {
  const loaded = new Map<string, Promise<RemoteModule>>();
  const retries = new Map<string, number>();
  serveOldContainers(globalThis, __webpack_share_scopes__);

  function scriptOf({ name, entry, integrity }: ReleaseRef): HTMLScriptElement {
    const url = absolute(entry);
    if (!integrity && !local.includes(url.origin)) throw new Error(`no integrity for ${url.href}`); // absence fails closed
    const retry = retries.get(name);
    if (retry) url.searchParams.set('retry', String(retry));
    return Object.assign(document.createElement('script'), {
      src: url.href,
      async: true,
      crossOrigin: 'anonymous',
      ...(integrity ? { integrity } : {}),
    });
  }

  async function expose(release: ReleaseRef): Promise<{ default?: RemoteModule }> {
    const container = await runContainer(federationName(release.name), scriptOf(release));
    await container.init(__webpack_share_scopes__.default);
    return (await container.get('./remote'))() as { default?: RemoteModule };
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
      // a script that still hangs would be waited for again
      for (const script of document.querySelectorAll(`script[src*="/remotes/${release.name}/"]`))
        script.remove();
      await refreshCached(release);
      retries.set(release.name, (retries.get(release.name) ?? 0) + 1);
    },
  };
}
