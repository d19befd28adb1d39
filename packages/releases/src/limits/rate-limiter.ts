import { LRUCache } from 'lru-cache';

/** Keys in memory. Beyond it, those that came longest ago are forgotten; a key that is refused comes often. */
const MAX_KEYS = 10_000;

interface Window {
  since: number;
  count: number;
}

/** Fixed-window rate limiter per key, in the memory of this process. */
export class RateLimiter {
  private readonly max: number;
  private readonly windowMs: number;
  private readonly windows: LRUCache<string, Window>;

  constructor(max: number, windowMs: number) {
    this.max = max;
    this.windowMs = windowMs;
    this.windows = new LRUCache({ max: MAX_KEYS, ttl: windowMs, ttlAutopurge: true }); // keys may be addresses
  }

  /** Counts one request. Returns 0, or the seconds until the limit resets. */
  consume(key: string, now: number): number {
    const { since, count } = this.getWindow(key, now);
    this.windows.set(key, { since, count: count + 1 });
    return this.getWait({ since, count }, now);
  }

  /** Returns what {@link consume} would return, without counting. */
  check(key: string, now: number): number {
    return this.getWait(this.getWindow(key, now), now);
  }

  private getWindow(key: string, now: number): Window {
    const window = this.windows.get(key);
    const age = window ? now - window.since : this.windowMs; // negative after a clock stepped back
    const isOpen = window !== undefined && age >= 0 && age < this.windowMs;
    return isOpen ? window : { since: now, count: 0 };
  }

  private getWait({ since, count }: Window, now: number): number {
    return count < this.max ? 0 : Math.ceil((since + this.windowMs - now) / 1000);
  }
}
