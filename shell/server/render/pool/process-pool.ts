import { choose } from './choose';
import type { PoolLimits } from './limits';
import type { RenderProcess } from './render-process';

const RESTART_BACKOFF_MS = 1000;

/** The page was not rendered, and its release did not cause that: cooldown, a dead process or a full queue. */
export class NotRendered extends Error {
  override readonly name = 'NotRendered';
}

/** The pool's processes: shared ones, one for isolated releases, and retiring ones that get no new pages. */
export class ProcessPool {
  private readonly shared = new Set<RenderProcess>();
  private readonly retiring = new Set<RenderProcess>();
  private isolated: RenderProcess | null = null;
  private brokenAt = Number.NEGATIVE_INFINITY;

  private readonly limits: PoolLimits;
  private readonly spawn: (pagesAtOnce: number) => RenderProcess;

  constructor(limits: PoolLimits, spawn: (pagesAtOnce: number) => RenderProcess) {
    this.limits = limits;
    this.spawn = spawn;
  }

  *[Symbol.iterator](): Iterator<RenderProcess> {
    yield* this.shared;
    yield* this.retiring;
    if (this.isolated) yield this.isolated;
  }

  getIsolated(): RenderProcess {
    this.isolated ??= this.start(1);
    return this.isolated;
  }

  /** Starts missing shared processes, so that a replacement is ready when one hangs. */
  prepare(): void {
    while (!this.backsOff && this.shared.size < this.limits.processes) this.startShared();
  }

  for(key: string): RenderProcess {
    this.prepare();
    const mayStart = !this.backsOff && this.shared.size < 2 * this.limits.processes;
    const { deadlineMs } = this.limits;
    return choose(key, [...this.shared], { deadlineMs, mayStart }) ?? this.startShared();
  }

  isIsolated = (process: RenderProcess): boolean => process === this.isolated;

  isRetiring = (process: RenderProcess): boolean => this.retiring.has(process);

  retire(process: RenderProcess): void {
    this.forget(process);
    this.retiring.add(process);
  }

  /** Removes a dead process. A failed start delays the next one (fixed backoff of 1 s). */
  remove(process: RenderProcess, neverReady: boolean): void {
    this.forget(process);
    if (neverReady) this.brokenAt = performance.now();
  }

  private forget(process: RenderProcess): void {
    this.shared.delete(process);
    this.retiring.delete(process);
    if (this.isolated === process) this.isolated = null;
  }

  private startShared(): RenderProcess {
    const process = this.start(this.limits.pagesAtOnce);
    this.shared.add(process);
    return process;
  }

  private get backsOff(): boolean {
    return performance.now() - this.brokenAt < RESTART_BACKOFF_MS;
  }

  private start(pagesAtOnce: number): RenderProcess {
    if (this.backsOff) throw new NotRendered('render processes fail to start');
    return this.spawn(pagesAtOnce);
  }
}
