/** Calls back when its time has passed, unless it was ended before; what came while this process was busy itself still counts as in time. */
export class Deadline {
  private timer: NodeJS.Timeout | undefined;
  private grace: NodeJS.Immediate | undefined;

  readonly ms: number;
  private readonly onPassed: () => void;

  constructor(ms: number, onPassed: () => void) {
    this.ms = ms;
    this.onPassed = onPassed;

    this.start();
  }

  /** Begins anew. */
  start(): void {
    this.end();
    this.timer = setTimeout(() => {
      this.grace = setImmediate(this.onPassed); // after what has arrived was read
    }, this.ms);
    this.timer.unref();
  }

  end(): void {
    clearTimeout(this.timer);
    clearImmediate(this.grace);
  }
}
