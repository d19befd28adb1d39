import { ReleaseRefused } from '../errors/errors';

/** Deadline for checking and trying one release, so that it cannot block the queue. */
export class Deadline {
  readonly signal: AbortSignal;
  private readonly over: Promise<never>;

  constructor(ms: number) {
    this.signal = AbortSignal.timeout(ms);
    const minutes = Math.round(ms / 6000) / 10;
    this.over = new Promise((_, reject) =>
      this.signal.addEventListener('abort', () =>
        reject(
          new ReleaseRefused(
            `its checks and gates took longer than ${minutes} minutes, so it was not stored; make its pages load faster, and publish again`,
          ),
        ),
      ),
    );
    this.over.catch(() => {}); // avoids an unhandled rejection if every step is in time
  }

  /** Resolves with the result of a step. Throws {@link ReleaseRefused} at the deadline. */
  within<T>(step: Promise<T>): Promise<T> {
    return Promise.race([this.over, step]);
  }
}
