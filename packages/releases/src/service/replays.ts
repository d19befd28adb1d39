import { createHash } from 'node:crypto';
import { MAX_SKEW_MS } from '../signing/request';
import { Untrusted } from '../signing/signature';
import type { Store } from '../stores/store';

const FOLDER = 'requests';
/** How often requests that are over are removed, ms. */
const SWEEP_MS = 60_000;

/** Remembers in the store which changes and releases came, so that none is carried out again by another release server, or after a restart. */
export class Replays {
  private sweptAt = Number.NEGATIVE_INFINITY;
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /** Throws {@link Untrusted} for a request that came before. */
  async assertFirst(key: string, nonce: string, now: number): Promise<void> {
    await this.sweep(now);
    const id = createHash('sha256').update(`${key}\n${nonce}`).digest('hex').slice(0, 32);
    // by the nonce alone: the time of its end would make two names of one request
    if (!(await this.store.compareAndSwap(`${FOLDER}/${id}.json`, null, encodeUntil(now))))
      throw new Untrusted('this request came before; it was not carried out again');
  }

  private async sweep(now: number): Promise<void> {
    if (now - this.sweptAt < SWEEP_MS) return;
    this.sweptAt = now;
    for (const path of await this.store.list(FOLDER)) {
      const content = await this.store.read(path);
      if (content && Number(content.toString()) < now) await this.store.remove(path);
    }
  }
}

const encodeUntil = (now: number) => Buffer.from(`${now + 2 * MAX_SKEW_MS}\n`);
