/** Keys at which expired windows are removed. */
const MANY = 1000;

/** Fixed-window rate limiter per key. */
export class RateLimiter {
  private readonly max: number;
  private readonly windowMs: number;
  private readonly used = new Map<string, { since: number; count: number }>();

  constructor(max: number, windowMs: number) {
    this.max = max;
    this.windowMs = windowMs;
  }

  /** Counts one request. Returns 0, or the seconds until the limit resets. */
  consume(key: string, now: number): number {
    if (this.used.size > MANY)
      for (const [other, { since }] of this.used)
        if (now - since >= this.windowMs) this.used.delete(other);
    const window = this.used.get(key);
    const current =
      window && now - window.since < this.windowMs ? window : { since: now, count: 0 };
    this.used.set(key, current);
    current.count++;
    return current.count > this.max ? Math.ceil((current.since + this.windowMs - now) / 1000) : 0;
  }
}
