import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../stores/store';
import type { Changes } from './changes';
import { toCloudEvent } from './cloud-event';
import {
  addDead,
  bury,
  changeOutbox,
  type OutboxDocument,
  type Queued,
  readOutbox,
} from './outbox';
import { DeliveryFailed, type Target } from './target';

const MAX_QUEUE = 200;
/** Status of a receiver that is gone for good. Others, such as 404 during its deployment, are tried again. */
const GONE = 410;
const HOUR_MS = 60 * 60_000;
/** Older changes become dead letters, such as those of a target that was off for long. */
const MAX_AGE_HOURS = 72;
const STORE_RETRY_MS = 5000;

export interface DeliveryTimes {
  /** Interval at which the holder of a lease renews it, ms. */
  beatMs: number;
  /** Time after which a lease that is not renewed can be taken, ms. */
  leaseMs: number;
  /** Backoff before the attempts after the first, ms. After the last one, an event is a dead letter. */
  backoffMs: readonly number[];
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

export const DELIVERY_TIMES: DeliveryTimes = {
  beatMs: 10 * SECOND_MS,
  leaseMs: 40 * SECOND_MS,
  backoffMs: [
    ...[1, 2, 5, 10, 30].map((seconds) => seconds * SECOND_MS),
    ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ],
};

export interface DeliveryParts {
  store: Store;
  changes: Changes;
  target: Target;
  source: string;
  log(line: string, event?: { code: string }): void;
  times?: DeliveryTimes;
}

class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Delivers the changes of a store to a target, in order for each remote, at least once. One server has its lease; one that stands still can be taken. */
export class Delivery {
  private readonly parts: DeliveryParts;
  private readonly times: DeliveryTimes;
  private readonly holder = randomUUID();
  private readonly stopped = new AbortController();
  private readonly done: Promise<void>;
  /** Lease of another server, as seen first, in monotonic time. */
  private seen = { lease: '', at: 0 };
  private renewedAt = Number.NEGATIVE_INFINITY;
  /** Version of the store whose changes are all read. */
  private filledAt = -1;
  private readonly retryAt = new Map<string, number>();

  constructor(parts: DeliveryParts) {
    this.parts = parts;
    this.times = parts.times ?? DELIVERY_TIMES;
    this.done = this.run();
  }

  async close(): Promise<void> {
    this.stopped.abort();
    await this.done;
  }

  private async run(): Promise<void> {
    const { changes, log, target } = this.parts;
    const { poll } = changes;
    const { signal } = this.stopped;
    const unfollow = poll.start();
    while (!signal.aborted) {
      const { version } = poll;
      try {
        const waitMs = await this.advance();
        if (waitMs > 0) await poll.changed(version, signal, waitMs);
      } catch (error) {
        if (error instanceof LeaseLost) continue;
        log(`events of ${target.label} wait for the store: ${(error as Error).message}`);
        await poll.changed(poll.version, signal, STORE_RETRY_MS);
      }
    }
    unfollow();
    await this.release().catch(() => {}); // others take it over later
  }

  /** Does one step. Returns the time until the next one is due, ms. */
  private async advance(): Promise<number> {
    const leasedOutbox = await this.hold();
    if (!leasedOutbox) return this.times.beatMs / 2;
    const outbox = await this.fill(leasedOutbox);
    const now = performance.now();
    const heads = getHeads(outbox.queue);
    const due = heads.find(({ id }) => (this.retryAt.get(id) ?? 0) <= now);
    if (due) {
      await this.deliver(due);
      return 0;
    }
    const waits = heads.map(({ id }) => (this.retryAt.get(id) ?? 0) - now);
    return Math.max(1, Math.min(this.times.beatMs / 2, ...waits));
  }

  /** Returns the outbox if this server holds its lease, after renewing it when that is due. */
  private async hold(): Promise<OutboxDocument | null> {
    const { store, target, changes } = this.parts;
    const outbox = await readOutbox(store, target.id);
    const { lease } = outbox ?? {};
    const now = performance.now();
    if (lease?.holder === this.holder && now - this.renewedAt < this.times.beatMs) return outbox;
    if (lease && lease.holder !== this.holder && !this.stands(lease, now)) return null;
    const position = outbox ? null : await changes.end(); // a new target starts now
    const expected = JSON.stringify(lease ?? null);
    const taken = await changeOutbox(store, target.id, (current) => {
      if (JSON.stringify(current?.lease ?? null) !== expected) return null;
      if (current) return { ...current, target: target.label, lease: this.nextLease(current) };
      return (
        position && {
          target: target.label,
          lease: this.nextLease(null),
          position,
          queue: [],
          dead: [],
        }
      );
    });
    if (taken?.lease?.holder !== this.holder) return null;
    if (lease?.holder !== this.holder) this.filledAt = -1;
    this.renewedAt = now;
    return taken;
  }

  /** Returns true once another server's lease was not renewed for long. */
  private stands(lease: NonNullable<OutboxDocument['lease']>, now: number): boolean {
    const key = `${lease.holder} ${lease.beat}`;
    if (this.seen.lease !== key) this.seen = { lease: key, at: now };
    return now - this.seen.at >= this.times.leaseMs;
  }

  private nextLease(outbox: OutboxDocument | null): OutboxDocument['lease'] {
    return { holder: this.holder, beat: (outbox?.lease?.beat ?? 0) + 1 };
  }

  private async fill(outbox: OutboxDocument): Promise<OutboxDocument> {
    const { version } = this.parts.changes.poll;
    if (outbox.queue.length >= MAX_QUEUE || this.filledAt === version) return outbox;
    const { changes, position } = await this.parts.changes.after(outbox.position);
    if (changes.length === 0) {
      this.filledAt = version;
      return outbox;
    }
    const at = new Date();
    const oldest = at.getTime() - MAX_AGE_HOURS * HOUR_MS;
    const events = changes.map(({ id, entry }): Queued => ({ id, entry, attempts: 0 }));
    const stale = events.filter(({ entry }) => Date.parse(entry.at) <= oldest);
    const fresh = events.filter((event) => !stale.includes(event));
    const error = `older than ${MAX_AGE_HOURS} hours`;
    const filled = await this.update((current) => {
      const queue = [...current.queue, ...fresh];
      return addDead({ ...current, position, queue }, stale, { attempts: 0, error, at });
    });
    if (stale.length > 0)
      this.logUndeliverable(
        `${count(stale.length, 'event')} ${error} not sent to ${this.parts.target.label}; see 'releases events dead'`,
      );
    return filled;
  }

  private logUndeliverable(line: string): void {
    this.parts.log(line, { code: 'release.event_undeliverable' });
  }

  private async deliver({ id, entry, attempts }: Queued): Promise<void> {
    const { target, source } = this.parts;
    try {
      await this.whileRenewing(() => target.send(toCloudEvent({ id, entry }, source)));
    } catch (error) {
      await this.retryLater(id, attempts + 1, error as Error);
      return;
    }
    this.retryAt.delete(id);
    await this.update((current) => ({
      ...current,
      queue: current.queue.filter((event) => event.id !== id),
    }));
  }

  /** Renews the lease until `send` has settled: one delivery may make several requests to a slow receiver. */
  private async whileRenewing(send: () => Promise<void>): Promise<void> {
    const sent = new AbortController();
    const renewal = this.renewUntil(sent.signal);
    try {
      await send();
    } finally {
      sent.abort();
      await renewal;
    }
  }

  /** Resolves when `signal` is aborted or another server has the lease. Tries again while the store is unavailable. */
  private async renewUntil(signal: AbortSignal): Promise<void> {
    let isHeld = true;
    while (isHeld) {
      await sleep(this.times.beatMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await this.update((current) => current).catch((error: Error) => {
        isHeld = !(error instanceof LeaseLost);
      });
    }
  }

  private async retryLater(id: string, attempts: number, error: Error): Promise<void> {
    const { target } = this.parts;
    const isGone = error instanceof DeliveryFailed && error.status === GONE;
    const wait = this.times.backoffMs[attempts - 1];
    if (wait === undefined || isGone) {
      this.retryAt.delete(id);
      await this.update((current) =>
        bury(current, { id, attempts, error: error.message, at: new Date() }),
      );
      this.logUndeliverable(
        `event ${id} undeliverable to ${target.label} after ${count(attempts, 'attempt')}: ${error.message}`,
      );
      return;
    }
    if (attempts === 1)
      this.parts.log(`sending event ${id} to ${target.label} failed, retrying: ${error.message}`, {
        code: 'release.event_delayed',
      });
    const retryAfterMs = error instanceof DeliveryFailed ? error.retryAfterMs : 0;
    this.retryAt.set(id, performance.now() + Math.max(wait, retryAfterMs));
    await this.update((current) => ({
      ...current,
      queue: current.queue.map((event) => (event.id === id ? { ...event, attempts } : event)),
    }));
  }

  /** Changes the outbox while this server holds its lease. Throws {@link LeaseLost}. */
  private async update(
    change: (outbox: OutboxDocument) => OutboxDocument,
  ): Promise<OutboxDocument> {
    const { store, target } = this.parts;
    const updated = await changeOutbox(store, target.id, (current) => {
      if (current?.lease?.holder !== this.holder)
        throw new LeaseLost(`another release server delivers to ${target.label}`);
      return { ...change(current), lease: this.nextLease(current) };
    });
    if (!updated) throw new LeaseLost(`the outbox of ${target.label} is gone`);
    this.renewedAt = performance.now();
    return updated;
  }

  private async release(): Promise<void> {
    const { store, target } = this.parts;
    await changeOutbox(store, target.id, (current) =>
      current?.lease?.holder === this.holder ? { ...current, lease: null } : null,
    );
  }
}

const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

function getHeads(queue: readonly Queued[]): Queued[] {
  const remotes = new Set<string>();
  return queue.filter(({ entry: { remote } }) => {
    const isFirst = !remotes.has(remote);
    remotes.add(remote);
    return isFirst;
  });
}
