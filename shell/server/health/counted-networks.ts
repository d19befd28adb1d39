import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
const MAX_NETWORKS = 50_000;

/** Networks that were counted within the hour; a network counts once an hour. */
export class CountedNetworks {
  private readonly networks: LRUCache<string, true>;

  /** @param now Monotonic time in ms. */
  constructor(now: () => number) {
    const clock = { perf: { now }, ttlResolution: 0 };
    this.networks = new LRUCache({ max: MAX_NETWORKS, ttl: HOUR_MS, ...clock });
  }

  /** Returns false if the network was counted within the hour. */
  count(network: string): boolean {
    if (this.networks.has(network)) return false;
    this.networks.set(network, true);
    return true;
  }
}
