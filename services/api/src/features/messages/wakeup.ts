/** Wakes one waiting loop. A change between two waits is not lost. */
export class Wakeup {
  private changed = false;
  private closed = false;
  private wake: () => void = () => {};

  readonly change = (): void => {
    this.changed = true;
    this.wake();
  };

  readonly close = (): void => {
    this.closed = true;
    this.wake();
  };

  async next(ms: number): Promise<'changed' | 'closed' | 'idle'> {
    if (!this.changed && !this.closed)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    if (this.closed) return 'closed';
    const reason = this.changed ? 'changed' : 'idle';
    this.changed = false;
    return reason;
  }
}
