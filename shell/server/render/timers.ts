import type { RealmTimers } from '@carry/releases/server-realm';

const MAX_TIMERS = 200;

/** The timers of a release: all of them end when it owes no page any more. */
export class ReleaseTimers {
  private readonly running = new Map<number, () => void>();
  private last = 0;

  readonly globals: RealmTimers = {
    setTimeout: (work: () => void, ms?: number) =>
      this.once((done) => setTimeout(done, ms), clearTimeout, work),
    setImmediate: (work: () => void) =>
      this.once((done) => setImmediate(done), clearImmediate, work),
    setInterval: (work: () => void, ms?: number) => {
      const timer = setInterval(() => work(), ms);
      return this.add(() => clearInterval(timer));
    },
    clearTimeout: (id: number) => this.clear(id),
    clearImmediate: (id: number) => this.clear(id),
    clearInterval: (id: number) => this.clear(id),
  };

  clearAll(): void {
    for (const stop of this.running.values()) stop();
    this.running.clear();
  }

  private once<Timer>(
    start: (done: () => void) => Timer,
    stop: (timer: Timer) => void,
    work: () => void,
  ): number {
    const id = ++this.last;
    const timer = start(() => {
      this.running.delete(id);
      work();
    });
    return this.add(() => stop(timer), id);
  }

  private add(stop: () => void, id = ++this.last): number {
    if (this.running.size >= MAX_TIMERS) {
      stop();
      throw new RangeError(`more than ${MAX_TIMERS} timers`);
    }
    this.running.set(id, stop);
    return id;
  }

  private clear(id: number): void {
    this.running.get(id)?.();
    this.running.delete(id);
  }
}
