import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReleaseCode, Rendered, RenderedPage, RenderRequest } from '../protocol/protocol';
import { Deadline } from './deadline';

let last = 0;
let lastSent = 0;

/** A page to render, from its request to its one outcome. */
export class Page {
  readonly id = ++last;
  readonly outcome: Promise<RenderedPage>;
  /** Paths of the API that its release has read while it was made. */
  readonly reads = new Set<string>();
  /** Those of them that were answered with 404 or 410. */
  readonly gone = new Set<string>();
  /** Runs something as part of the request that asked for it. */
  readonly inItsRequest = AsyncLocalStorage.snapshot();
  /** Counts up as pages are sent. */
  order = 0;
  sentAt = Number.POSITIVE_INFINITY;
  /** Whether a page that was sent after it is done already. */
  overtaken = false;
  /** How often the process that owed it ended or hung. */
  moves = 0;
  settled = false;
  private resolve: (rendered: RenderedPage) => void = () => {};
  private reject: (error: Error) => void = () => {};
  private deadline: Deadline | null = null;
  private onSettled: () => void = () => {};

  readonly key: string;
  /** Reads the code of its release; asked only where no process holds it. */
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

  /** Its time begins, or begins anew in another process. */
  due(ms: number, onPassed: () => void): void {
    this.deadline?.end();
    this.deadline = new Deadline(ms, onPassed);
  }

  extend(): void {
    this.deadline?.start();
  }

  sent(): void {
    this.order = ++lastSent;
    this.sentAt = Date.now();
    this.overtaken = false;
  }

  /** Gives it up as soon as nobody waits for it. */
  follow(signal: AbortSignal | undefined, onGone: () => void): void {
    if (!signal) return;
    signal.addEventListener('abort', onGone, { once: true });
    this.onSettled = () => signal.removeEventListener('abort', onGone);
  }

  settle(outcome: Rendered | Error): void {
    this.settled = true;
    this.deadline?.end();
    this.onSettled();
    if (outcome instanceof Error) this.reject(outcome);
    else this.resolve({ ...outcome, reads: [...this.reads], gone: [...this.gone] });
  }
}
