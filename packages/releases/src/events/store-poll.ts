import type { Store } from '../stores/store';

/** Polls between two looks at everything: entries of previews show in no document. */
const POLLS_PER_SCAN = 20;

/** Wakes followers of a store when its documents change. Reads it only while someone follows. */
export class StorePoll {
  version = 0;
  private readonly store: Store;
  private readonly waiting = new Set<() => void>();
  private followers = 0;
  private timer: NodeJS.Timeout | undefined;
  private seen = '';
  private polls = 0;

  constructor(store: Store) {
    this.store = store;
  }

  get isFollowed(): boolean {
    return this.followers > 0;
  }

  start(): () => void {
    if (this.followers++ === 0) {
      this.version++; // the store may have changed meanwhile
      this.schedule();
    }
    return () => {
      if (--this.followers === 0) clearTimeout(this.timer);
    };
  }

  wake(): void {
    this.version++;
    for (const resume of [...this.waiting]) resume();
  }

  /** Resolves when the version is another one, after a time (ms), or when the signal aborts. */
  changed(version: number, signal: AbortSignal, ms?: number): Promise<void> {
    if (version !== this.version || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(() => resume(), ms);
      const resume = () => {
        clearTimeout(timer);
        this.waiting.delete(resume);
        signal.removeEventListener('abort', resume);
        resolve();
      };
      this.waiting.add(resume);
      signal.addEventListener('abort', resume);
    });
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      void this.poll().finally(() => {
        if (this.followers > 0) this.schedule();
      });
    }, this.store.pollMs).unref();
  }

  private async poll(): Promise<void> {
    const read = (file: string) =>
      this.store.read(file).then(
        (content) => content?.toString('base64') ?? '',
        (error: Error) => error.message,
      );
    const seen = (await Promise.all(['live.json', 'site.json'].map(read))).join('\n');
    if (seen === this.seen && ++this.polls % POLLS_PER_SCAN !== 0) return;
    this.seen = seen;
    this.wake();
  }
}
