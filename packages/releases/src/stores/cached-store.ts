import { LRUCache } from 'lru-cache';
import type { Store } from './store';

const MAX_BYTES = 16 * 1024 * 1024;
/** Documents that never change once they are written. `releases sign` changes the record of a release. */
const IMMUTABLE = /^audit\/[^/]+\.json$/;

export function cachedStore(store: Store): Store {
  const contents = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (content) => Math.max(1, content.length),
  });
  return {
    name: store.name,
    pollMs: store.pollMs,
    actor: store.actor,
    async read(path, maxBytes) {
      if (!IMMUTABLE.test(path)) return store.read(path, maxBytes);
      const cached = contents.get(path);
      if (cached) return cached;
      const content = await store.read(path, maxBytes);
      if (content) contents.set(path, content);
      return content;
    },
    write: (path, content) => store.write(path, content),
    compareAndSwap: (path, expected, content) => store.compareAndSwap(path, expected, content),
    list: (prefix) => store.list(prefix),
    modified: (path) => store.modified(path),
    remove: (path) => store.remove(path),
    compareAndRemove: (path, expected) => store.compareAndRemove(path, expected),
    assertFit: () => store.assertFit(),
    listLitter: () => store.listLitter(),
  };
}
