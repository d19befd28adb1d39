import { LRUCache } from 'lru-cache';

/** Keys in memory. Beyond it, those that came longest ago are forgotten; a key that is refused comes often. */
const MAX_KEYS = 10_000;

/** Fixed-window rate limiter per key, in the memory of this process. */
export class RateLimiter {
  private readonly max: number;
  private readonly windowMs: number;
  private readonly windows: LRUCache<string, { since: number; count: number }>;

  constructor(max: number, windowMs: number) {
    this.max = max;
    this.windowMs = windowMs;
    this.windows = new LRUCache({ max: MAX_KEYS, ttl: windowMs, ttlAutopurge: true }); // keys may be addresses
  }

  /** Counts one request. Returns 0, or the seconds until the limit resets. */
  consume(key: string, now: number): number {
    const window = this.windows.get(key);
    const age = window ? now - window.since : this.windowMs; // negative after a clock stepped back
    const isOpen = window !== undefined && age >= 0 && age < this.windowMs;
    const { since, count } = isOpen ? window : { since: now, count: 0 };
    this.windows.set(key, { since, count: count + 1 });
    return count < this.max ? 0 : Math.ceil((since + this.windowMs - now) / 1000);
  }
}
