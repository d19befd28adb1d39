import { setTimeout as sleep } from 'node:timers/promises';
import { readServable } from '../pointers/live';
import type { Store } from '../stores/store';
import { DELIVERY_TIMES, Delivery, type DeliveryParts } from './delivery';
import type { GithubSettings } from './github';
import { changeOutbox, readOutboxes } from './outbox';
import type { Target } from './target';

export const createCommitReader =
  (store: Store): GithubSettings['readCommit'] =>
  async (remote, version) => {
    const { commit = '' } = (await readServable(store, remote, version)) ?? {};
    return /^[0-9a-f]{7,64}$/.test(commit) ? commit : null;
  };

export function startEvents(
  targets: readonly Target[],
  parts: Omit<DeliveryParts, 'target'>,
): () => Promise<void> {
  const stopped = new AbortController();
  const ending = endStaleLeases(targets, parts, stopped.signal);
  const deliveries = targets.map((target) => new Delivery({ ...parts, target }));
  return async () => {
    stopped.abort();
    await Promise.all([ending, ...deliveries.map((delivery) => delivery.close())]);
  };
}

/** Ends leases of other targets that stand still, such as of a killed server with an old address: their events count as undelivered. */
async function endStaleLeases(
  targets: readonly Target[],
  { store, log, times = DELIVERY_TIMES }: Omit<DeliveryParts, 'target'>,
  signal: AbortSignal,
): Promise<void> {
  const targetIds = new Set(targets.map(({ id }) => id));
  let seen = new Map<string, string>();
  const endThose = async () => {
    const leases = new Map<string, string>();
    for (const [id, { target, lease }] of await readOutboxes(store)) {
      if (targetIds.has(id) || !lease) continue;
      const key = JSON.stringify(lease);
      leases.set(id, key);
      if (seen.get(id) !== key) continue;
      log(`no release server sends to ${target}; its events wait: 'releases events dead'`);
      await changeOutbox(store, id, (outbox) =>
        JSON.stringify(outbox?.lease) === key ? outbox && { ...outbox, lease: null } : null,
      );
    }
    seen = leases;
  };
  while (!signal.aborted) {
    await endThose().catch((error: Error) => log(`leases of events: ${error.message}`));
    await sleep(times.leaseMs, null, { signal }).catch(() => {}); // the server stops
  }
}
