import { ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';

export const refuseWrites = (store: Store): Store => ({
  name: store.name,
  pollMs: store.pollMs,
  read: (path, maxBytes) => store.read(path, maxBytes),
  list: (prefix) => store.list(prefix),
  modified: (path) => store.modified(path),
  compareAndSwap: refuse,
  write: refuse,
  remove: refuse,
  async assertFit() {}, // the server checks its store
  listLitter: async () => [],
});

async function refuse(path: string): Promise<never> {
  throw new ReleaseRefused(`the console does not write ${path}`);
}
