import type { LiveDocument } from 'contracts/release';
import { readLiveAfter, type Store } from 'registry';
import type { ReleaseFiles } from './release-files';

const EMPTY: LiveDocument = { revision: 0, remotes: {} };

/** Follows the live pointers of a store. What it cannot read, or nobody answers for, changes nothing. */
export class Follower {
  /** The pointers as last read, null before the first time. */
  live: LiveDocument | null = null;
  /** When the store answered last, ms since the epoch. */
  readAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private trouble = '';

  private readonly store: Store;
  private readonly files: ReleaseFiles;
  private readonly log: (line: string) => void;

  constructor(store: Store, files: ReleaseFiles, log: (line: string) => void) {
    this.store = store;
    this.files = files;
    this.log = log;
  }

  /** Reads the pointers, and again as often as the store allows; `onRead` is told each time, also that nothing has changed. */
  async follow(onRead: (live: LiveDocument) => Promise<void>): Promise<void> {
    await onRead(await this.read());
    const again = () => {
      if (this.closed) return;
      this.timer = setTimeout(() => void this.read().then(onRead).catch(this.complain).finally(again), this.store.pollMs);
      this.timer.unref();
    };
    again();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async read(): Promise<LiveDocument> {
    const known = this.live ?? (await this.files.lastLive());
    try {
      this.live = await readLiveAfter(this.store, known);
      this.readAt = Date.now();
      this.trouble = '';
    } catch (error) {
      this.complain(error as Error);
      this.live = known ?? EMPTY;
    }
    return this.live;
  }

  private complain = ({ message }: Error): void => {
    if (this.trouble !== message) this.log(`the release store cannot be read, serving the last good set: ${message}`);
    this.trouble = message;
  };
}
