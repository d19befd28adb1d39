import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Session } from './users';

/** Keeps proxies from closing a silent stream, ms. */
const HEARTBEAT_MS = 15_000;
/** A page connects again after this time, so its session is checked again. */
const MAX_STREAM_MS = 15 * 60_000;
const NUMBERS_MS = 30_000;

const MAX_STREAMS = 200;

export interface LiveParts {
  follow(signal: AbortSignal): AsyncIterable<unknown>;
}

/** Adds the stream that announces changes, and at intervals new numbers. It carries no data: pages load again what they show. */
export function addLive(
  app: Hono<{ Variables: { session: Session } }>,
  { follow }: LiveParts,
): void {
  let open = 0;
  app.get('/events', (context) => {
    if (open >= MAX_STREAMS)
      return context.json({ error: `${MAX_STREAMS} pages are open; try again later` }, 503);
    open++;
    context.header('x-accel-buffering', 'no');
    return streamSSE(context, async (stream) => {
      const ended = new AbortController();
      const end = () => ended.abort();
      stream.onAbort(end);
      const heartbeat = setInterval(() => void stream.write(':\n\n'), HEARTBEAT_MS);
      const announceNumbers = () => void stream.writeSSE({ event: 'numbers', data: '{}' });
      const numbers = setInterval(announceNumbers, NUMBERS_MS);
      const timer = setTimeout(end, MAX_STREAM_MS);
      try {
        await stream.writeSSE({ event: 'ready', data: '{}' });
        for await (const _ of follow(ended.signal))
          await stream.writeSSE({ event: 'change', data: '{}' });
      } finally {
        open--;
        clearInterval(heartbeat);
        clearInterval(numbers);
        clearTimeout(timer);
      }
    });
  });
}
