export interface RemoteDrift {
  remote: string;
  wanted: string;
  serving: string | null;
  why: string;
}

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
    const previous = this.byRemote.get(remote);
    this.byRemote.set(remote, deviation);
    if (previous?.why === why && previous.serving === serving) return;
    this.log(`cannot serve ${remote}@${wanted} (${why}), serving ${serving ?? 'nothing'}`);
  }
}
