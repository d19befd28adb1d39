import { ReleaseRefused } from '../errors/errors';

/** The time in which one release must be checked and tried, so that it holds up no other. */
export class Deadline {
  /** Ends what is still running. */
  readonly signal: AbortSignal;
  private readonly over: Promise<never>;

  constructor(ms: number) {
    this.signal = AbortSignal.timeout(ms);
    const minutes = Math.round(ms / 6000) / 10;
    this.over = new Promise((_, reject) =>
      this.signal.addEventListener('abort', () =>
        reject(
          new ReleaseRefused(
            `it was not checked and tried within ${minutes} minutes, so nothing of it is stored; look at how long its pages take to open, and publish again`,
          ),
        ),
      ),
    );
    this.over.catch(() => {}); // whoever is in time never looks
  }

  /** What a step makes; throws {@link ReleaseRefused} when the time is over, whatever comes of the step then goes to `late`. */
  within<T>(step: Promise<T>, late: (made: T) => void = () => {}): Promise<T> {
    if (this.signal.aborted) step.then(late, () => {});
    else this.signal.addEventListener('abort', () => step.then(late, () => {}));
    return Promise.race([this.over, step]);
  }
}
