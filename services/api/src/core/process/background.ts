import { describeFault, log } from './log';

const MAX_AT_ONCE = 4;
const MAX_WAITING = 1000;

/** Runs tasks after the response, so that response times do not reveal them. */
export class Background {
  private readonly waiting: [string, () => Promise<void>][] = [];
  private readonly running = new Set<Promise<void>>();

  /** Queues a task. Returns false if the queue is full and the task is dropped. */
  later(what: string, task: () => Promise<void>, maxWaiting = MAX_WAITING): boolean {
    if (this.waiting.length >= maxWaiting) {
      log.warn(`background queue full (${this.waiting.length}), dropped: ${what}`);
      return false;
    }
    this.waiting.push([what, task]);
    // Lets the current turn of the event loop write the response first.
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

  async settled(): Promise<void> {
    while (this.waiting.length > 0 || this.running.size > 0) {
      this.next();
      await Promise.all(this.running);
    }
  }
}
