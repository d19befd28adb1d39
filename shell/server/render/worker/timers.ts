/** Above the release's own limit, because React's printer needs some. */
const MAX_TIMERS = 400;
const IMMEDIATE = -1;

/** A release's timers. They run only while one of its pages is in flight. */
export class ReleaseTimers {
  private readonly running = new Map<number, () => void>();
  private last = 0;
  private readonly fire: (id: number) => void;

  constructor(fire: (id: number) => void) {
    this.fire = fire;
  }

  /** Starts a timer and returns its id; null above the limit. A negative time is an immediate. */
  start(ms: number, repeats: boolean): number | null {
    if (this.running.size >= MAX_TIMERS) return null;
    const id = ++this.last;
    const once = () => {
      this.running.delete(id);
      this.fire(id);
    };
    if (ms === IMMEDIATE) {
      const immediate = setImmediate(once);
      this.running.set(id, () => clearImmediate(immediate));
    } else if (repeats) {
      const interval = setInterval(() => this.fire(id), ms);
      this.running.set(id, () => clearInterval(interval));
    } else {
      const timeout = setTimeout(once, ms);
      this.running.set(id, () => clearTimeout(timeout));
    }
    return id;
  }

  stop(id: number): void {
    this.running.get(id)?.();
    this.running.delete(id);
  }

  stopAll(): void {
    for (const stop of this.running.values()) stop();
    this.running.clear();
  }
}
