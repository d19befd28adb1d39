/** Calls back after `ms` unless ended. Messages that arrived while this process was busy still count as in time. */
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

  start(): void {
    this.end();
    this.timer = setTimeout(() => {
      this.grace = setImmediate(this.onPassed); // after reading what has arrived
    }, this.ms);
    this.timer.unref();
  }

  end(): void {
    clearTimeout(this.timer);
    clearImmediate(this.grace);
  }
}
