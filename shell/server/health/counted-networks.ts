const HOUR_MS = 3_600_000;
const MAX_NETWORKS = 50_000;

/** Networks that were counted within the hour; a network counts once an hour. */
export class CountedNetworks {
  /** When each may count again, oldest first. */
  private readonly networks = new Map<string, number>();
  private readonly now: () => number;

  /** @param now Monotonic time in ms. */
  constructor(now: () => number) {
    this.now = now;
  }

  count(network: string): boolean {
    this.removeOld();
    if (this.networks.has(network)) return false;
    this.networks.set(network, this.now() + HOUR_MS);
    return true;
  }

  private removeOld(): void {
    const now = this.now();
    for (const [network, until] of this.networks) {
      if (until > now && this.networks.size < MAX_NETWORKS) return;
      this.networks.delete(network);
    }
  }
}
