import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReleaseCode, Rendered, RenderedPage, RenderRequest } from '../protocol/protocol';

/** Calls back after `ms` unless ended. Messages that arrived while this process was busy still count as in time. */
class Deadline {
  private timer: NodeJS.Timeout | undefined;
  private grace: NodeJS.Immediate | undefined;

  readonly ms: number;
  private readonly onPassed: () => void;

  constructor(ms: number, onPassed: () => void) {
    this.ms = ms;
    this.onPassed = onPassed;
  }

  start(ms = this.ms): void {
    this.end();
    this.timer = setTimeout(() => {
      this.grace = setImmediate(this.onPassed); // after reading what has arrived
    }, ms);
    this.timer.unref();
  }

  end(): void {
    clearTimeout(this.timer);
    clearImmediate(this.grace);
  }
}

let lastSent = 0;

export class Page {
  /** Number of its latest sending to a process. */
  id = 0;
  readonly outcome: Promise<RenderedPage>;
  readonly reads = new Set<string>();
  /** Read paths that the API answered with 404 or 410. */
  readonly gone = new Set<string>();
  readonly inItsRequest = AsyncLocalStorage.snapshot();
  sentAt = Number.POSITIVE_INFINITY;
  /** True if a page sent later finished first. */
  laterPageFinished = false;
  /** Number of its processes that died or hung. */
  moves = 0;
  settled = false;
  private resolve: (rendered: RenderedPage) => void = () => {};
  private reject: (error: Error) => void = () => {};
  private deadline: Deadline | null = null;
  private onSettled: () => void = () => {};

  readonly key: string;
  /** Reads the release's code; called only if no process has it. */
  readonly code: () => Promise<ReleaseCode | null>;
  readonly request: RenderRequest;

  constructor(key: string, code: () => Promise<ReleaseCode | null>, request: RenderRequest) {
    this.key = key;
    this.code = code;
    this.request = request;

    this.outcome = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Starts its deadline, again after a move to another process. `firstMs` is its length until {@link extend}. */
  startDeadline(ms: number, onPassed: () => void, firstMs = ms): void {
    this.deadline?.end();
    this.deadline = new Deadline(ms, onPassed);
    this.deadline.start(firstMs);
  }

  extend(): void {
    this.deadline?.start();
  }

  sent(): void {
    this.id = ++lastSent;
    this.sentAt = performance.now();
    this.laterPageFinished = false;
  }

  abandonOn(signal: AbortSignal | undefined, onGone: () => void): void {
    if (!signal) return;
    signal.addEventListener('abort', onGone, { once: true });
    this.onSettled = () => signal.removeEventListener('abort', onGone);
  }

  settle(outcome: Rendered | Error): void {
    this.settled = true;
    this.deadline?.end();
    this.onSettled();
    if (outcome instanceof Error) this.reject(outcome);
    else
      this.resolve({
        ...outcome,
        reads: [...this.reads],
        gone: [...this.gone],
        renderMs: Math.max(0, Math.round(performance.now() - this.sentAt)),
      });
  }
}
