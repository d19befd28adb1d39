import { choose } from './choose';
import { Confinement } from './confinement';
import { MB, type PoolLimits, poolDefaults } from './limits';
import { Page } from './page';
import {
  FRAME,
  type ReleaseCode,
  type Rendered,
  type RenderRequest,
  type RenderSetup,
} from './protocol';
import { type Ending, type ProcessEvents, RenderProcess } from './render-process';

const MAX_MOVES = 2;
const TICK_MS = 100;
const RESTART_PAUSE_MS = 1000;
const START_MS = 5000;

/** A page that was not rendered for what another one did: its release cools down, its process ended, or the queue is too long. */
export class NotRendered extends Error {
  override readonly name = 'NotRendered';
}

export interface PoolOptions {
  bundle: string;
  setup: RenderSetup;
  /** Told of what a release did after its pages were answered. */
  onBlame?(key: string, error: string): void;
  limits?: Partial<PoolLimits>;
}

/**
 * Renders pages in a few processes, each of which holds the code of many releases. What hangs, crashes or leaks costs its own release only:
 * the other pages are rendered again elsewhere, and the guilty one gets a process apart.
 */
export class RenderPool {
  readonly counts = { starts: 0, stops: 0, evictions: 0, moved: 0, givenUp: 0 };
  private readonly limits: PoolLimits;
  private readonly shared = new Set<RenderProcess>();
  private readonly confinement: Confinement;
  private readonly leaving = new Set<RenderProcess>();
  private readonly ticker: NodeJS.Timeout;
  private readonly lastUse = new Map<RenderProcess, number>();
  private apart: RenderProcess | null = null;
  private brokenAt = 0;
  private closed = false;

  private readonly options: PoolOptions;

  constructor(options: PoolOptions) {
    this.options = options;

    this.limits = { ...poolDefaults, ...options.limits };
    this.confinement = new Confinement(this.limits.cooldownMs, this.limits.confinedMs);
    this.ticker = setInterval(() => this.look(), TICK_MS);
    this.ticker.unref();
  }

  /** Renders a page; rejects when its release throws, hangs or is slow, and with {@link NotRendered} where that is another one's doing. */
  async render(
    key: string,
    code: () => Promise<ReleaseCode | null>,
    request: RenderRequest,
    signal?: AbortSignal,
  ): Promise<Rendered> {
    const page = new Page(key, code, request);
    if (signal?.aborted) this.giveUp(page, 'nobody waits for it any more');
    else {
      page.follow(signal, () => this.giveUp(page, 'nobody waits for it any more'));
      void this.place(page);
    }
    return page.outcome;
  }

  stats() {
    const all = [...this.processes()];
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
    const all = [...this.processes()];
    for (const process of all)
      process.stop({ kind: 'stopped', culprit: FRAME, error: 'the server is closing' });
    await Promise.all(all.map((process) => process.stopped()));
  }

  private *processes(): Iterable<RenderProcess> {
    yield* this.shared;
    yield* this.leaving;
    if (this.apart) yield this.apart;
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
    if (this.confinement.isConfined(key)) {
      this.apart ??= this.start(1);
      return this.apart;
    }
    this.fill();
    return choose(key, [...this.shared], this.limits) ?? this.startShared();
  }

  /** All at once: what hangs in one of them shall find another one ready. */
  private fill(): void {
    while (this.shared.size < this.limits.processes) this.startShared();
  }

  private startShared(): RenderProcess {
    const process = this.start(this.limits.pagesAtOnce);
    this.shared.add(process);
    return process;
  }

  private start(pagesAtOnce: number): RenderProcess {
    if (Date.now() - this.brokenAt < RESTART_PAUSE_MS)
      throw new NotRendered('no process can be started');
    this.counts.starts++;
    const events: ProcessEvents = {
      ended: (process, ending, unanswered) => this.ended(process, ending, unanswered),
      measured: (process, key, bytes) => this.measured(process, key, bytes),
      evicted: () => this.counts.evictions++,
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
    for (const owing of process ? [process] : this.processes()) owing.remove(page);
    page.settle(new NotRendered(why));
  }

  private look(): void {
    const now = Date.now();
    const { deadlineMs, idleMs, enoughBytes, maxBytes } = this.limits;
    for (const process of [...this.processes()]) {
      const silent = process.silentFor(now);
      const { bytes } = process;
      if (bytes > maxBytes)
        process.stop({
          kind: 'memory',
          culprit: process.current,
          error: `took ${Math.round(bytes / MB)} MB`,
        });
      else if (!process.ready && now - process.startedAt > START_MS)
        process.stop({ kind: 'died', culprit: FRAME, error: 'never got ready' });
      else if (silent >= deadlineMs) this.judge(process);
      else if (silent >= deadlineMs / 4) this.rescue(process);
      else if (bytes > enoughBytes && !this.leaving.has(process)) this.retire(process);
      if (process.load > 0) this.lastUse.set(process, now);
      else if (now - (this.lastUse.get(process) ?? process.startedAt) > idleMs) {
        process.stop({ kind: 'stopped', culprit: FRAME, error: 'it was idle' });
      }
      process.ask(now);
    }
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
    if (process === this.apart) return;
    for (const page of process.takeOthers(process.current)) this.move(page);
  }

  private move(page: Page): void {
    this.counts.moved++;
    if (++page.moves > MAX_MOVES)
      page.settle(new NotRendered(`${page.key}: its process ended ${MAX_MOVES} times`));
    else void this.place(page);
  }

  /** Replaces a process that has grown; what made it grow is measured when it owes nothing. */
  private retire(process: RenderProcess): void {
    this.shared.delete(process);
    this.leaving.add(process);
    if (this.apart === process) this.apart = null;
    process.measureWhenIdle();
  }

  private measured(process: RenderProcess, key: string, bytes: number): void {
    if (key !== FRAME && bytes > this.limits.enoughBytes / 4) {
      this.confinement.confine(key);
      this.options.onBlame?.(key, `${key} keeps ${Math.round(bytes / MB)} MB`);
    }
    process.stop({ kind: 'stopped', culprit: FRAME, error: 'it has grown' });
  }

  private ended(
    process: RenderProcess,
    { kind, culprit, error }: Ending,
    unanswered: Page[],
  ): void {
    const wasApart = process === this.apart;
    this.shared.delete(process);
    this.leaving.delete(process);
    this.lastUse.delete(process);
    if (wasApart) this.apart = null;
    this.counts.stops++;
    if (kind === 'died' && !process.ready) this.brokenAt = Date.now();
    if (kind === 'stopped' || culprit === FRAME) {
      for (const page of unanswered) this.move(page);
      return;
    }
    // Who took the last byte need not be who took the others: alone, it is.
    const certain = wasApart || kind === 'hung' || kind === 'crashed';
    if (certain) this.confinement.coolDown(culprit);
    else this.confinement.confine(culprit);
    const own = certain ? unanswered.filter(({ key }) => key === culprit) : [];
    const [guilty, ...beside] = own;
    if (guilty) guilty.settle(new Error(error));
    else if (certain) this.options.onBlame?.(culprit, error);
    for (const page of beside) page.settle(new NotRendered(`${culprit} was stopped`));
    for (const page of unanswered) if (!own.includes(page)) this.move(page);
  }
}
