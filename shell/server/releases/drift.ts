/** A remote that is not served at the release that its pointer names. */
export interface RemoteDrift {
  remote: string;
  wanted: string;
  serving: string | null;
  why: string;
}

/** The remotes that are served otherwise than their pointers say; each news of it goes to the log once. */
export class Drift {
  private readonly byRemote = new Map<string, RemoteDrift>();
  private readonly log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.log = log;
  }

  get size(): number {
    return this.byRemote.size;
  }

  all = (): RemoteDrift[] => [...this.byRemote.values()];

  end = (remote: string): void => void this.byRemote.delete(remote);

  note(deviation: RemoteDrift): void {
    const { remote, wanted, serving, why } = deviation;
    const known = this.byRemote.get(remote);
    this.byRemote.set(remote, deviation);
    if (known?.why === why && known.serving === serving) return;
    this.log(`${remote}@${wanted} cannot be served (${why}), serving ${serving ?? 'nothing'}`);
  }
}
