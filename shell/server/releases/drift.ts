export interface RemoteDrift {
  remote: string;
  /** The live release or the canary. */
  wanted: string;
  /** Release that its visitors get instead. */
  serving: string | null;
  why: string;
}

/** Releases that this shell should serve, but cannot. */
export class Drift {
  private deviations: readonly RemoteDrift[] = [];
  private readonly log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.log = log;
  }

  get size(): number {
    return this.deviations.length;
  }

  all = (): RemoteDrift[] => [...this.deviations];

  /** Replaces all deviations. Logs new ones. */
  set(deviations: readonly RemoteDrift[]): void {
    for (const { remote, wanted, serving, why } of deviations) {
      const isLogged = this.deviations.some(
        (previous) =>
          previous.remote === remote &&
          previous.wanted === wanted &&
          previous.serving === serving &&
          previous.why === why,
      );
      if (isLogged) continue;
      this.log(`cannot serve ${remote}@${wanted} (${why}), serving ${serving ?? 'nothing'}`);
    }
    this.deviations = deviations;
  }
}
