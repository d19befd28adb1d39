import { readRelease } from '../pointers/live';
import type { Store } from '../stores/store';
import { Delivery, type DeliveryParts } from './delivery';
import type { GithubSettings } from './github';
import type { Target } from './target';

/** Returns a lookup of the pushed commits of releases. `-dirty` builds lack one. */
export const commitsOf =
  (store: Store): GithubSettings['commitOf'] =>
  async (remote, version) => {
    const { commit = '' } = (await readRelease(store, remote, version).catch(() => null)) ?? {};
    return /^[0-9a-f]{7,64}$/.test(commit) ? commit : null;
  };

/** Delivers the changes of a store to each target until the returned function is called. */
export function startEvents(
  targets: readonly Target[],
  parts: Omit<DeliveryParts, 'target'>,
): () => Promise<void> {
  const deliveries = targets.map((target) => new Delivery({ ...parts, target }));
  return async () => {
    await Promise.all(deliveries.map((delivery) => delivery.close()));
  };
}
