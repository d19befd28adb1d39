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
    for (const [oldest, at] of this.times) {
      if (now - at < HOUR_MS && this.times.size < MAX_NETWORKS) break;
      this.times.delete(oldest);
    }
    if (this.times.has(network)) return false;
    this.times.set(network, now);
    return true;
  }
}
