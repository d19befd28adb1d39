import { sql } from 'drizzle-orm';
import type { Listen } from './listen';
import type { Database } from './open';

const CHANNEL = 'carry_bookings';

export class LiveUpdates {
  private readonly listen: Listen;
  private readonly watchers = new Map<number, Set<() => void>>();
  private readonly closers = new Set<() => void>();
  private listening: ReturnType<Listen> | null = null;
  private closed = false;

  constructor(listen: Listen) {
    this.listen = listen;
  }

  async announce(tx: Database, bookingId: number): Promise<void> {
    await tx.execute(sql`SELECT pg_notify(${CHANNEL}, ${String(bookingId)})`);
  }

  /** Calls `changed` after each change of a booking and `closing` at shutdown. Returns a stop function. */
  async watch(bookingId: number, changed: () => void, closing: () => void): Promise<() => void> {
    this.listening ??= this.listen(CHANNEL, (payload) => this.hear(payload));
    await this.listening;
    const watchers = this.watchers.get(bookingId) ?? new Set();
    this.watchers.set(bookingId, watchers.add(changed));
    this.closers.add(closing);
    if (this.closed) closing();
    return () => {
      watchers.delete(changed);
      if (watchers.size === 0) this.watchers.delete(bookingId);
      this.closers.delete(closing);
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const closing of this.closers) closing();
    const stop = await this.listening;
    await stop?.();
  }

  private hear(payload: string | null): void {
    const concerned =
      payload === null ? [...this.watchers.values()] : [this.watchers.get(Number(payload)) ?? []];
    for (const watchers of concerned) for (const changed of watchers) changed();
  }
}
