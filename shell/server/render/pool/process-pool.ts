import { choose } from './choose';
import type { PoolLimits } from './limits';
import { NotRendered } from './not-rendered';
import type { RenderProcess } from './render-process';

const RESTART_PAUSE_MS = 1000;

/** The processes of a pool: those that many releases share, one for the releases that are confined, and those that get no pages any more. */
export class ProcessPool {
  private readonly shared = new Set<RenderProcess>();
  private readonly leaving = new Set<RenderProcess>();
  private apart: RenderProcess | null = null;
  private brokenAt = 0;

  private readonly limits: PoolLimits;
  private readonly spawn: (pagesAtOnce: number) => RenderProcess;

  constructor(limits: PoolLimits, spawn: (pagesAtOnce: number) => RenderProcess) {
    this.limits = limits;
    this.spawn = spawn;
  }

  *[Symbol.iterator](): Iterator<RenderProcess> {
    yield* this.shared;
    yield* this.leaving;
    if (this.apart) yield this.apart;
  }

  /** The process for a release that others must be kept from. */
  confined(): RenderProcess {
    this.apart ??= this.start(1);
    return this.apart;
  }

  /** Starts all that releases share: what hangs in one of them shall find another one ready. */
  prepare(): void {
    while (this.shared.size < this.limits.processes) this.startShared();
  }

  /** The process for a page of any other release. */
  for(key: string): RenderProcess {
    this.prepare();
    return choose(key, [...this.shared], this.limits) ?? this.startShared();
  }

  isApart = (process: RenderProcess): boolean => process === this.apart;

  isLeaving = (process: RenderProcess): boolean => this.leaving.has(process);

  /** Gives a process no pages any more. */
  retire(process: RenderProcess): void {
    this.forget(process);
    this.leaving.add(process);
  }

  /** Forgets a process that has ended; after one that never got ready, no other is started at once. */
  remove(process: RenderProcess, neverReady: boolean): void {
    this.forget(process);
    if (neverReady) this.brokenAt = Date.now();
  }

  private forget(process: RenderProcess): void {
    this.shared.delete(process);
    this.leaving.delete(process);
    if (this.apart === process) this.apart = null;
  }

  private startShared(): RenderProcess {
    const process = this.start(this.limits.pagesAtOnce);
    this.shared.add(process);
    return process;
  }

  private start(pagesAtOnce: number): RenderProcess {
    if (Date.now() - this.brokenAt < RESTART_PAUSE_MS)
      throw new NotRendered('no process can be started');
    return this.spawn(pagesAtOnce);
  }
}
