import { setTimeout as sleep } from 'node:timers/promises';
import { ClientClosedError, ClientOfflineError, createClient, ErrorReply } from '@redis/client';

/** Limit of a connection attempt, a ping and a call, ms. */
const DEADLINE_MS = 3000;
const PING_EVERY_MS = 2000;
const MAX_BACKOFF_MS = 5000;
/** A call above this number in flight is rejected, so a slow Redis cannot fill the memory. */
const MAX_CALLS = 1000;

type Client = ReturnType<typeof newClient>;

const newClient = (url: string) =>
  createClient({ url, socket: { connectTimeout: DEADLINE_MS, reconnectStrategy: false } });

interface ConnectionEvents {
  /** Prepares each new connection, for example subscribes. A failure ends the connection. */
  prepare?(client: Client): Promise<unknown>;
  onChange?(isReady: boolean): void;
}

/** A connection to Redis that opens in the background. It is replaced, with backoff, when it fails or does not answer in time. */
export class RedisConnection {
  private client: Client | null = null;
  private lost = new AbortController();
  private closed = false;
  private calls = 0;
  private readonly firstAttempt: Promise<void>;

  private readonly url: string;
  private readonly events: ConnectionEvents;

  constructor(url: string, events: ConnectionEvents = {}) {
    this.url = url;
    this.events = events;
    this.firstAttempt = new Promise((resolve) => void this.stayConnected(resolve));
  }

  get isReady(): boolean {
    return this.client?.isReady === true;
  }

  /** Runs commands after the first attempt to connect. Rejects if Redis is unreachable, with {@link NoReply} if it is slow. */
  async call<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.calls >= MAX_CALLS) throw new Error(`${MAX_CALLS} calls wait for Redis`);
    this.calls++;
    try {
      await this.firstAttempt;
      const { client, lost } = this;
      if (!client) throw new Error('Redis is unreachable');
      return await inTime(work(client)).catch((error: Error) => {
        if (error instanceof TooSlow) lost.abort();
        throw isRefused(error) ? error : new NoReply(error.message, { cause: error });
      });
    } finally {
      this.calls--;
    }
  }

  close(): void {
    this.closed = true;
    this.lost.abort();
  }

  private async stayConnected(onAttempt: () => void): Promise<void> {
    for (let failures = 0; !this.closed; failures++) {
      const lost = new AbortController();
      this.lost = lost;
      const client = newClient(this.url).on('error', () => lost.abort());
      lost.signal.addEventListener('abort', () => client.destroy());
      try {
        const connecting = client.connect();
        // a destroyed client still ends its attempt with an open connection
        connecting.then(
          () => lost.signal.aborted && client.destroy(),
          () => {},
        );
        await inTime(connecting);
        await inTime(Promise.resolve(this.events.prepare?.(client)));
        lost.signal.throwIfAborted();
        this.client = client;
        onAttempt();
        this.events.onChange?.(true);
        await pingUntilLost(client, lost.signal, () => {
          failures = 0;
        });
      } catch {
        // the next attempt follows
      }
      this.client = null;
      lost.abort();
      onAttempt();
      if (!this.closed) this.events.onChange?.(false);
      await sleep(Math.min(100 * 2 ** failures, MAX_BACKOFF_MS), undefined, { ref: false });
    }
  }
}

async function pingUntilLost(
  client: Client,
  signal: AbortSignal,
  onPong: () => void,
): Promise<never> {
  for (;;) {
    await sleep(PING_EVERY_MS, undefined, { ref: false, signal });
    await inTime(client.ping());
    onPong();
  }
}

/** Redis got commands and did not reply: it ran them, still runs them, or lost them. */
export class NoReply extends Error {
  override readonly name = 'NoReply';
}

/** Returns true if Redis did not run the commands. */
const isRefused = (error: Error): boolean =>
  [ErrorReply, ClientClosedError, ClientOfflineError].some((kind) => error instanceof kind);

class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new TooSlow(`Redis did not answer within ${DEADLINE_MS} ms`));
    // in two halves, so that a pause of this process does not count as a slow Redis
    timer = setTimeout(() => {
      timer = setTimeout(fail, DEADLINE_MS / 2);
    }, DEADLINE_MS / 2);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
