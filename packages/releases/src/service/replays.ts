import { createHash } from 'node:crypto';
import { MAX_SKEW_MS } from '../signing/request';
import { Untrusted } from '../signing/signature';
import type { Store } from '../stores/store';

const FOLDER = 'requests';
/** Interval at which expired nonces are removed, ms. */
const SWEEP_MS = 60_000;

/** Replay protection in the store: rejects repeated changes and releases, across release servers and restarts. */
export class Replays {
  private sweptAt = Number.NEGATIVE_INFINITY;
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  async assertFirst(key: string, nonce: string, now: number): Promise<void> {
    await this.sweep(now);
    const id = createHash('sha256').update(`${key}\n${nonce}`).digest('hex').slice(0, 32);
    // keyed by the nonce alone: an expiry in the name would give one request two names
    if (!(await this.store.compareAndSwap(`${FOLDER}/${id}.json`, null, encodeUntil(now))))
      throw new Untrusted('replayed request rejected; it was carried out before');
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
