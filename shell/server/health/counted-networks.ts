const HOUR_MS = 3_600_000;
const MAX_NETWORKS = 50_000;

/** Networks that were counted within the hour; a network counts once an hour. */
export class CountedNetworks {
  /** Times of counting, oldest first. */
  private readonly times = new Map<string, number>();
  private readonly now: () => number;

  /** @param now Monotonic time in ms. */
  constructor(now: () => number) {
    this.now = now;
  }

  /** Returns false if the network was counted within the hour. */
  count(network: string): boolean {
    const now = this.now();
    const before = this.times.get(network);
    if (before !== undefined && now - before < HOUR_MS) return false;
    this.times.delete(network); // counted again, it becomes the newest
    this.times.set(network, now);
    if (this.times.size > MAX_NETWORKS) this.times.delete(this.times.keys().next().value ?? '');
    return true;
  }
}
