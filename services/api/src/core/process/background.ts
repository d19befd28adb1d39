import { describeFault, log } from './log';

const MAX_AT_ONCE = 4;
const MAX_WAITING = 1000;

/** Work that is done after the answer, so that nobody can tell from the time of the answer whether there was any. */
export class Background {
  private readonly waiting: [string, () => Promise<void>][] = [];
  private readonly running = new Set<Promise<void>>();

  /** Does it soon; false: too much waits already, and it is not done. */
  later(what: string, task: () => Promise<void>, maxWaiting = MAX_WAITING): boolean {
    if (this.waiting.length >= maxWaiting) {
      log.warn(`${what} is dropped: ${this.waiting.length} wait already`);
      return false;
    }
    this.waiting.push([what, task]);
    // Not in this turn of the event loop, which still has the answer to write.
    setImmediate(() => this.next());
    return true;
  }

  private next(): void {
    if (this.running.size >= MAX_AT_ONCE) return;
    const [what, task] = this.waiting.shift() ?? [];
    if (!task) return;
    const run = task()
      .catch((error: unknown) => log.error(`${what} failed: ${describeFault(error)}`))
      .finally(() => {
        this.running.delete(run);
        this.next();
      });
    this.running.add(run);
  }

  /** Resolves when nothing is left to do. */
  async settled(): Promise<void> {
    while (this.waiting.length > 0 || this.running.size > 0) {
      this.next();
      await Promise.all(this.running);
    }
  }
}
