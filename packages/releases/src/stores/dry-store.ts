import type { Store } from './store';

/** Returns a store that accepts and discards every change, to try a change with all its checks. */
export function dryStore(store: Store): Store {
  const trustedLive = store.trustedLive?.bind(store);
  return {
    name: store.name,
    pollMs: store.pollMs,
    actor: store.actor,
    read: (path, maxBytes) => store.read(path, maxBytes),
    list: (prefix) => store.list(prefix),
    modified: (path) => store.modified(path),
    listLitter: () => store.listLitter(),
    compareAndSwap: async () => true,
    async write() {},
    async remove() {},
    async assertFit() {},
    ...(trustedLive && { trustedLive }),
  };
}
