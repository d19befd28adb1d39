import type { Candidate } from '../checks/candidate';
import { encode } from '../documents/document';
import { OverlayStore } from './overlay-store';
import type { Store } from './store';

/** A store that keeps every change in memory, to try one with all its checks. The store below is read only. */
export class DryStore extends OverlayStore {
  override readonly name: string;
  readonly admit?: NonNullable<Store['admit']>;
  readonly previewLink?: NonNullable<Store['previewLink']>;
  private readonly real: Store;

  constructor(real: Store) {
    super(real);
    this.real = real;
    this.name = real.name;
    const link = real.previewLink?.bind(real);
    if (link) this.previewLink = link;
    if (real.admit) this.admit = (candidate) => this.keepRecord(candidate);
  }

  override listLitter = () => this.real.listLitter();

  /** Keeps the record of a candidate, which is not sent. */
  private keepRecord({ record }: Candidate): Promise<void> {
    return this.write(`${record.name}/${record.version}/release.json`, encode(record));
  }
}
