import { LRUCache } from 'lru-cache';

const WINDOW_MS = 10 * 60_000;
const MAX_NETWORKS = 2000;
const MIN_NETWORKS = 3;
const MIN_PAGES = 5;
const MAX_PAGES = 5;

/** Load results of a release in the last ten minutes, by visitor network. */
export class ReportingNetworks {
  private readonly networks = new LRUCache<string, { failed: number }>({
    max: MAX_NETWORKS,
    ttl: WINDOW_MS,
  });

  add(network: string, failed: boolean): void {
    const previous = this.networks.get(network)?.failed ?? 0;
    this.networks.set(network, { failed: Math.min(MAX_PAGES, previous + (failed ? 1 : 0)) });
  }

  getProblem(): string | null {
    const all = [...this.networks.values()];
    const failing = all.filter(({ failed }) => failed > 0);
    const pages = failing.reduce((sum, { failed }) => sum + failed, 0);
    if (failing.length < MIN_NETWORKS || pages < MIN_PAGES || failing.length * 2 < all.length)
      return null;
    return `browsers of ${failing.length} of ${all.length} networks failed to load it`;
  }
}
