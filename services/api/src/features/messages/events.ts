import { streamSSE } from 'hono/streaming';
import { Problem } from '../../core/errors/problem';
import type { Handler } from '../../core/http/handler';
import { describeError, log } from '../../core/process/log';
import { isLive } from '../accounts/access-token';
import { requireParty } from '../people/party';

/** Shorter than the idle timeouts of proxies (nginx 60 s). */
const HEARTBEAT_MS = 20_000;
/** The client reconnects afterwards, with a fresh access token. */
const MAX_STREAM_MS = 15 * 60_000;
const MAX_PER_USER = 12;

const open = new Map<number, number>();

function acquire(userId: number): () => void {
  const count = open.get(userId) ?? 0;
  if (count >= MAX_PER_USER)
    throw new Problem(429, 'You have too many pages open. Close some and reload this one.', {
      headers: { 'retry-after': '60' },
    });
  open.set(userId, count + 1);
  return () => {
    const rest = (open.get(userId) ?? 1) - 1;
    if (rest > 0) open.set(userId, rest);
    else open.delete(userId);
  };
}

/** Wakes one waiting loop. A change between two waits is not lost. */
class Wakeup {
  private changed = false;
  private closed = false;
  private wake: () => void = () => {};

  readonly change = (): void => {
    this.changed = true;
    this.wake();
  };

  readonly close = (): void => {
    this.closed = true;
    this.wake();
  };

  async next(ms: number): Promise<'changed' | 'closed' | 'idle'> {
    if (!this.changed && !this.closed)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    if (this.closed) return 'closed';
    const reason = this.changed ? 'changed' : 'idle';
    this.changed = false;
    return reason;
  }
}

/** Streams an event for each change of a booking. Before each one, the session is checked: the stream ends with it. */
export const followBooking: Handler<'GET /api/bookings/{id}/events/'> = async (
  deps,
  { userId, sessionId, params, context },
) => {
  await requireParty(deps.db, userId, params.id);
  const release = acquire(userId);
  const wakeup = new Wakeup();
  const stop = await deps.live
    .watch(params.id, wakeup.change, wakeup.close)
    .catch((error: unknown) => {
      release();
      throw error;
    });
  context.header('x-accel-buffering', 'no'); // nginx would hold events back
  return streamSSE(
    context,
    async (stream) => {
      stream.onAbort(wakeup.close);
      const end = performance.now() + MAX_STREAM_MS;
      try {
        await stream.writeSSE({ event: 'open', data: '' });
        while (performance.now() < end) {
          const reason = await wakeup.next(HEARTBEAT_MS);
          if (reason === 'closed' || !(await isLive(deps, { userId, sessionId }))) return;
          if (reason === 'changed') await stream.writeSSE({ event: 'change', data: '' });
          else await stream.write(': heartbeat\n\n');
        }
      } finally {
        stop();
        release();
      }
    },
    async (error) => log.warn(`a stream of booking events failed: ${describeError(error)}`),
  );
};
