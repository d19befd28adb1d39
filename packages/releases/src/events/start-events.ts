import { readRelease } from '../pointers/live';
import type { Store } from '../stores/store';
import { Delivery, type DeliveryParts } from './delivery';
import type { GithubSettings } from './github';
import type { Target } from './target';

export const commitsOf =
  (store: Store): GithubSettings['commitOf'] =>
  async (remote, version) => {
    const { commit = '' } = (await readRelease(store, remote, version).catch(() => null)) ?? {};
    return /^[0-9a-f]{7,64}$/.test(commit) ? commit : null;
  };

export function startEvents(
  targets: readonly Target[],
  parts: Omit<DeliveryParts, 'target'>,
): () => Promise<void> {
  const deliveries = targets.map((target) => new Delivery({ ...parts, target }));
  return async () => {
    await Promise.all(deliveries.map((delivery) => delivery.close()));
  };
}
