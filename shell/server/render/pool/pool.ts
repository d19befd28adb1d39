import {
  FRAME,
  type ReleaseCode,
  type RenderedPage,
  type RenderRequest,
  type RenderSetup,
} from '../protocol/protocol';
import { MB, type PoolLimits, poolDefaults } from './limits';
import { Page } from './page';
import { NotRendered, ProcessPool } from './process-pool';
import { ReleaseIsolation } from './release-isolation';
import { type Ending, type ProcessEvents, RenderProcess } from './render-process';

const MAX_MOVES = 2;
const TICK_MS = 100;
/** A busy machine starts slowly; killing a process that starts would make it busier. */
const START_MS = 20_000;

export { NotRendered };

export interface PoolOptions {
  bundle: string;
  setup: RenderSetup;
  /** Called for a failure that cannot be attributed to one page. */
  onBlame?(key: string, error: string): void;
  /** Called when the API answers a read with 404 or 410. */
  onGone?(path: string): void;
  /** Called when a read was abandoned because the API sent too much. */
  onTooLarge?(path: string): void;
  limits?: Partial<PoolLimits>;
}

/** Renders pages of many releases in a few processes. Replaces one that hangs or leaks, and isolates the offending release. */
export class RenderPool {
  readonly counts = { starts: 0, stops: 0, evictions: 0, moved: 0, givenUp: 0 };
  private readonly limits: PoolLimits;
  private readonly processes: ProcessPool;
  private readonly isolation: ReleaseIsolation;
  private readonly ticker: NodeJS.Timeout;
  private readonly lastUse = new Map<RenderProcess, number>();
  private closed = false;

  private readonly options: PoolOptions;

  constructor(options: PoolOptions) {
    this.options = options;
    this.limits = { ...poolDefaults, ...options.limits };
    this.processes = new ProcessPool(this.limits, (pagesAtOnce) => this.spawn(pagesAtOnce));
    this.isolation = new ReleaseIsolation(this.limits.cooldownMs, this.limits.isolatedMs);
    this.ticker = setInterval(() => this.checkProcesses(), TICK_MS);
    this.ticker.unref();
  }

  /** Starts the processes. Resolves when one can render, or when none starts. */
  async prepare(): Promise<void> {
    if (this.closed) return;
    this.processes.prepare();
    const starts = [...this.processes].map(async ({ started }) => {
      if (!(await started)) throw new NotRendered('a render process did not start');
    });
    await Promise.any(starts).catch(() => {});
  }

  /** Renders a page. Rejects if its release throws, hangs or is slow; with {@link NotRendered} for another cause. */
  async render(
    { key, code }: { key: string; code: () => Promise<ReleaseCode | null> },
    request: RenderRequest,
    signal?: AbortSignal,
  ): Promise<RenderedPage> {
    const page = new Page(key, code, request);
    const abandon = () => this.remove(page, 'the client disconnected');
    if (signal?.aborted) abandon();
    else {
      page.abandonOn(signal, abandon);
      void this.place(page);
    }
    return page.outcome.catch((error: unknown) => {
      if (error instanceof NotRendered && !signal?.aborted && !this.closed) this.counts.givenUp++;
      throw error;
    });
  }

  stats() {
    const all = [...this.processes];
    return {
      ...this.counts,
      processes: all.length,
      releases: all.reduce((sum, { releaseCount }) => sum + releaseCount, 0),
      isolated: this.isolation.count,
      queued: all.reduce((sum, { queued }) => sum + queued, 0),
      memoryBytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.ticker);
    const all = [...this.processes];
    for (const process of all)
      process.stop({ kind: 'stopped', offender: FRAME, error: 'the server is shutting down' });
    await Promise.all(all.map((process) => process.stopped()));
  }

  private async place(page: Page): Promise<void> {
    try {
      let code: ReleaseCode | null = null;
      const { deadlineMs, waitMs } = this.limits;
      const waitEnd = performance.now() + waitMs;
      const getWaitMs = () => Math.max(0, waitEnd - performance.now());
      while (!page.settled) {
        if (this.isolation.isCoolingDown(page.key))
          throw new NotRendered(`${page.key} is cooling down after a failure`);
        const process = this.chooseProcess(page.key);
        if (process.has(page.key)) {
          page.startDeadline(
            deadlineMs,
            () => this.onDeadline(page, process),
            process.ready ? deadlineMs : getWaitMs(),
          );
          this.lastUse.set(process, performance.now());
          process.add(page);
          return;
        }
        page.startDeadline(getWaitMs(), () =>
          this.remove(page, `the store did not send ${page.key} in time`),
        );
        code ??= await page.code();
        if (!code) throw new Error(`${page.key} has no server bundle`);
        if (process.alive) process.install(page.key, code);
      }
    } catch (error) {
      page.settle(error as Error);
    }
  }

  private chooseProcess(key: string): RenderProcess {
    if (this.closed) throw new NotRendered('the server is shutting down');
    return this.isolation.isIsolated(key) ? this.processes.getIsolated() : this.processes.for(key);
  }

  private spawn(pagesAtOnce: number): RenderProcess {
    this.counts.starts++;
    const events: ProcessEvents = {
      ended: (process, ending, unanswered) => this.ended(process, ending, unanswered),
      measured: (process, key, bytes) => this.measured(process, key, bytes),
      evicted: () => this.counts.evictions++,
      gone: (path) => this.options.onGone?.(path),
      tooLarge: (path) => this.options.onTooLarge?.(path),
    };
    const { bundle, setup } = this.options;
    return new RenderProcess({ bundle, setup, pagesAtOnce }, events);
  }

  /** Waits for an unresponsive process to be handled first. */
  private onDeadline(page: Page, process: RenderProcess): void {
    if (!process.alive) return;
    if (!process.ready) {
      this.remove(page, 'no render process started in time');
      return;
    }
    const { deadlineMs } = this.limits;
    if (process.silentFor(performance.now()) > TICK_MS) {
      page.startDeadline(TICK_MS, () => this.onDeadline(page, process));
      return;
    }
    const hadFullTime = performance.now() - page.sentAt >= deadlineMs;
    if (
      hadFullTime &&
      process.slowAt < page.sentAt &&
      (page.laterPageFinished || process.isAlone(page))
    ) {
      process.remove(page);
      page.settle(new Error(`${page.key} took longer than ${deadlineMs} ms to render`));
    } else this.remove(page, `${page.key} has too many pages to render`);
  }

  private remove(page: Page, why: string): void {
    for (const process of this.processes) process.remove(page);
    page.settle(new NotRendered(why));
  }

  private checkProcesses(): void {
    const now = performance.now();
    for (const process of [...this.processes]) {
      const ending = findViolation(process, this.limits.maxBytes, now);
      if (ending) process.stop(ending);
      else this.checkHealth(process, now);
      this.endIdle(process, now);
      process.ping(now);
    }
  }

  private checkHealth(process: RenderProcess, now: number): void {
    const { deadlineMs, enoughBytes } = this.limits;
    const silentMs = process.silentFor(now);
    if (silentMs >= deadlineMs) this.stopIfHung(process);
    else if (silentMs >= deadlineMs / 4) this.rescue(process);
    else if (process.bytes > enoughBytes && !this.processes.isRetiring(process))
      this.retire(process);
  }

  private endIdle(process: RenderProcess, now: number): void {
    if (process.load > 0) this.lastUse.set(process, now);
    else if (now - (this.lastUse.get(process) ?? process.startedAt) > this.limits.idleMs)
      process.stop({ kind: 'stopped', offender: FRAME, error: 'idle' });
  }

  private stopIfHung(process: RenderProcess): void {
    setImmediate(() => {
      if (!process.alive || !process.hangs(this.limits.deadlineMs)) return; // it may have responded while this process was busy
      const error = `${process.current} took longer than ${this.limits.deadlineMs} ms to render`;
      process.stop({ kind: 'hung', offender: process.current, error });
    });
  }

  /** Moves other releases' pages before the hang is certain. */
  private rescue(process: RenderProcess): void {
    if (this.processes.isIsolated(process)) return;
    for (const page of process.removeOthers(process.current)) this.move(page);
  }

  private move(page: Page): void {
    this.counts.moved++;
    if (++page.moves > MAX_MOVES)
      page.settle(new NotRendered(`${page.key}: its process ended ${MAX_MOVES} times`));
    else void this.place(page);
  }

  private retire(process: RenderProcess): void {
    this.processes.retire(process);
    process.measureWhenIdle();
  }

  private measured(process: RenderProcess, key: string, bytes: number): void {
    if (key !== FRAME && bytes > this.limits.enoughBytes / 4) {
      this.isolation.isolate(key);
      this.options.onBlame?.(key, `${key} retains ${Math.round(bytes / MB)} MB`);
    }
    process.stop({ kind: 'stopped', offender: FRAME, error: 'above the soft memory limit' });
  }

  private ended(process: RenderProcess, ending: Ending, unanswered: Page[]): void {
    const { kind, offender } = ending;
    const wasIsolated = this.processes.isIsolated(process);
    this.processes.remove(process, kind === 'died' && !process.ready);
    this.lastUse.delete(process);
    this.counts.stops++;
    const isUnattributed = kind === 'stopped' || offender === FRAME;
    // The running release may not be the one that used the memory, unless it was isolated.
    const isCertain = wasIsolated || kind === 'hung' || kind === 'crashed';
    const offending =
      !isUnattributed && isCertain ? unanswered.filter(({ key }) => key === offender) : [];
    if (!isUnattributed && isCertain) this.penalize(ending, offending);
    else if (!isUnattributed) this.isolation.isolate(offender);
    for (const page of unanswered) if (!offending.includes(page)) this.move(page);
  }

  /** Fails one page of the offending release, or reports the failure, and starts its cooldown. */
  private penalize({ offender, error }: Ending, [failedPage, ...otherPages]: Page[]): void {
    this.isolation.coolDown(offender);
    if (failedPage) failedPage.settle(new Error(error));
    else this.options.onBlame?.(offender, error);
    for (const page of otherPages) page.settle(new NotRendered(`${offender} was stopped`));
  }
}

function findViolation(process: RenderProcess, maxBytes: number, now: number): Ending | null {
  const { bytes, current } = process;
  if (bytes > maxBytes)
    return { kind: 'memory', offender: current, error: `used ${Math.round(bytes / MB)} MB` };
  if (!process.ready && now - process.startedAt > START_MS)
    return { kind: 'died', offender: FRAME, error: 'did not start within 20 s' };
  return null;
}
