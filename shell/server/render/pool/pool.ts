import {
  FRAME,
  type ReleaseCode,
  type RenderedPage,
  type RenderRequest,
  type RenderSetup,
} from '../protocol/protocol';
import { MB, type PoolLimits, poolDefaults } from './limits';
import { NotRendered } from './not-rendered';
import { overdue } from './overdue';
import { Page } from './page';
import { ProcessPool } from './process-pool';
import { ReleaseIsolation } from './release-isolation';
import { type Ending, type ProcessEvents, RenderProcess } from './render-process';

const MAX_MOVES = 2;
const TICK_MS = 100;

export { NotRendered };

export interface PoolOptions {
  bundle: string;
  setup: RenderSetup;
  /** Told of what a release did after its pages were answered. */
  onBlame?(key: string, error: string): void;
  /** Called when the API answers a read with 404 or 410, whatever becomes of the page. */
  onGone?(path: string): void;
  limits?: Partial<PoolLimits>;
}

/**
 * Renders pages in a few processes, each of which holds the code of many releases. What hangs, crashes or leaks costs its own release only:
 * the other pages are rendered again elsewhere, and the guilty one gets a process apart.
 */
export class RenderPool {
  readonly counts = { starts: 0, stops: 0, evictions: 0, moved: 0, givenUp: 0 };
  private readonly limits: PoolLimits;
  private readonly fleet: ProcessPool;
  private readonly confinement: ReleaseIsolation;
  private readonly ticker: NodeJS.Timeout;
  private readonly lastUse = new Map<RenderProcess, number>();
  private closed = false;

  private readonly options: PoolOptions;

  constructor(options: PoolOptions) {
    this.options = options;
    this.limits = { ...poolDefaults, ...options.limits };
    this.fleet = new ProcessPool(this.limits, (pagesAtOnce) => this.spawn(pagesAtOnce));
    this.confinement = new ReleaseIsolation(this.limits.cooldownMs, this.limits.confinedMs);
    this.ticker = setInterval(() => this.look(), TICK_MS);
    this.ticker.unref();
  }

  /** Starts its processes ahead of the first page. */
  prepare(): void {
    if (!this.closed) this.fleet.prepare();
  }

  /** Renders a page; rejects when its release throws, hangs or is slow, and with {@link NotRendered} where that is another one's doing. */
  async render(
    key: string,
    code: () => Promise<ReleaseCode | null>,
    request: RenderRequest,
    signal?: AbortSignal,
  ): Promise<RenderedPage> {
    const page = new Page(key, code, request);
    if (signal?.aborted) this.giveUp(page, 'nobody waits for it any more');
    else {
      page.follow(signal, () => this.giveUp(page, 'nobody waits for it any more'));
      void this.place(page);
    }
    return page.outcome;
  }

  stats() {
    const all = [...this.fleet];
    return {
      ...this.counts,
      processes: all.length,
      releases: all.reduce((sum, { held }) => sum + held, 0),
      confined: this.confinement.count,
      queued: all.reduce((sum, { queued }) => sum + queued, 0),
      memoryBytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.ticker);
    const all = [...this.fleet];
    for (const process of all)
      process.stop({ kind: 'stopped', culprit: FRAME, error: 'the server is closing' });
    await Promise.all(all.map((process) => process.stopped()));
  }

  private async place(page: Page): Promise<void> {
    try {
      let code: ReleaseCode | null = null;
      while (!page.settled) {
        if (this.confinement.isCoolingDown(page.key))
          throw new NotRendered(`${page.key} cools down after a failure`);
        const process = this.processFor(page.key);
        if (process.has(page.key)) {
          page.due(this.limits.deadlineMs, () => this.late(page, process));
          this.lastUse.set(process, Date.now());
          process.add(page);
          return;
        }
        code ??= await page.code();
        if (!code) throw new Error(`${page.key} has no code`);
        if (process.alive) process.install(page.key, code);
      }
    } catch (error) {
      page.settle(error as Error);
    }
  }

  private processFor(key: string): RenderProcess {
    if (this.closed) throw new NotRendered('the server is closing');
    return this.confinement.isConfined(key) ? this.fleet.confined() : this.fleet.for(key);
  }

  private spawn(pagesAtOnce: number): RenderProcess {
    this.counts.starts++;
    const events: ProcessEvents = {
      ended: (process, ending, unanswered) => this.ended(process, ending, unanswered),
      measured: (process, key, bytes) => this.measured(process, key, bytes),
      evicted: () => this.counts.evictions++,
      gone: (path) => this.options.onGone?.(path),
    };
    return new RenderProcess(this.options.bundle, this.options.setup, pagesAtOnce, events);
  }

  /** Its time has passed. Where its process is silent, that is judged first. */
  private late(page: Page, process: RenderProcess): void {
    if (!process.alive) return;
    const { deadlineMs } = this.limits;
    if (!process.ready || process.silentFor(Date.now()) > TICK_MS) {
      page.due(process.ready ? TICK_MS : deadlineMs, () => this.late(page, process));
      return;
    }
    const hadItsTime = Date.now() - page.sentAt >= deadlineMs;
    if (hadItsTime && process.slowAt < page.sentAt && (page.overtaken || process.isAlone(page))) {
      process.remove(page);
      page.settle(new Error(`${page.key} took longer than ${deadlineMs} ms to render`));
    } else this.giveUp(page, `${page.key} has too many pages to render`, process);
  }

  private giveUp(page: Page, why: string, process?: RenderProcess): void {
    this.counts.givenUp++;
    for (const owing of process ? [process] : this.fleet) owing.remove(page);
    page.settle(new NotRendered(why));
  }

  private look(): void {
    const now = Date.now();
    for (const process of [...this.fleet]) {
      const ending = overdue(process, this.limits.maxBytes, now);
      if (ending) process.stop(ending);
      else this.watch(process, now);
      this.endIdle(process, now);
      process.ask(now);
    }
  }

  private watch(process: RenderProcess, now: number): void {
    const { deadlineMs, enoughBytes } = this.limits;
    const silent = process.silentFor(now);
    if (silent >= deadlineMs) this.judge(process);
    else if (silent >= deadlineMs / 4) this.rescue(process);
    else if (process.bytes > enoughBytes && !this.fleet.isLeaving(process)) this.retire(process);
  }

  private endIdle(process: RenderProcess, now: number): void {
    if (process.load > 0) this.lastUse.set(process, now);
    else if (now - (this.lastUse.get(process) ?? process.startedAt) > this.limits.idleMs)
      process.stop({ kind: 'stopped', culprit: FRAME, error: 'it was idle' });
  }

  private judge(process: RenderProcess): void {
    setImmediate(() => {
      if (!process.alive || !process.hangs(this.limits.deadlineMs)) return; // it may have spoken while this process was busy itself
      const error = `${process.current} took longer than ${this.limits.deadlineMs} ms to render`;
      process.stop({ kind: 'hung', culprit: process.current, error });
    });
  }

  /** Pages of others need not wait until it is certain that a process hangs. */
  private rescue(process: RenderProcess): void {
    if (this.fleet.isApart(process)) return;
    for (const page of process.removeOthers(process.current)) this.move(page);
  }

  private move(page: Page): void {
    this.counts.moved++;
    if (++page.moves > MAX_MOVES)
      page.settle(new NotRendered(`${page.key}: its process ended ${MAX_MOVES} times`));
    else void this.place(page);
  }

  /** Replaces a process that has grown; what made it grow is measured when it owes nothing. */
  private retire(process: RenderProcess): void {
    this.fleet.retire(process);
    process.measureWhenIdle();
  }

  private measured(process: RenderProcess, key: string, bytes: number): void {
    if (key !== FRAME && bytes > this.limits.enoughBytes / 4) {
      this.confinement.confine(key);
      this.options.onBlame?.(key, `${key} keeps ${Math.round(bytes / MB)} MB`);
    }
    process.stop({ kind: 'stopped', culprit: FRAME, error: 'it has grown' });
  }

  private ended(process: RenderProcess, ending: Ending, unanswered: Page[]): void {
    const { kind, culprit } = ending;
    const wasApart = this.fleet.isApart(process);
    this.fleet.remove(process, kind === 'died' && !process.ready);
    this.lastUse.delete(process);
    this.counts.stops++;
    const isNobodys = kind === 'stopped' || culprit === FRAME;
    // Who took the last byte need not be who took the others: alone, it is.
    const isCertain = wasApart || kind === 'hung' || kind === 'crashed';
    const own = !isNobodys && isCertain ? unanswered.filter(({ key }) => key === culprit) : [];
    if (!isNobodys && isCertain) this.punish(ending, own);
    else if (!isNobodys) this.confinement.confine(culprit);
    for (const page of unanswered) if (!own.includes(page)) this.move(page);
  }

  /** What a release has done for certain is the outcome of one of its own pages, or told; it cools down. */
  private punish({ culprit, error }: Ending, [guilty, ...beside]: Page[]): void {
    this.confinement.coolDown(culprit);
    if (guilty) guilty.settle(new Error(error));
    else this.options.onBlame?.(culprit, error);
    for (const page of beside) page.settle(new NotRendered(`${culprit} was stopped`));
  }
}
