import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { ReleaseRefused } from '../errors/errors';
import { toCloudEvent } from '../events/cloud-event';
import { decodePosition, encodePosition } from '../events/position';
import { resendEvents } from '../events/undelivered';
import { keyId } from '../signing/keys';
import { Untrusted } from '../signing/signature';
import { isOperator } from '../signing/trust';
import type { ResendOrder } from '../stores/store';
import type { Service, ServiceApp } from './parts';
import type { Sender } from './sender';

/** A client connects again after this time, so its key and pass are checked again. */
const MAX_STREAM_MS = 15 * 60_000;
const MAX_STREAMS = 200;

export function addEventResend(
  app: ServiceApp,
  { store, trust, changes, following }: Service,
): void {
  app.post('/v1/events/resend', async (context) => {
    const { key, name } = context.get('sender');
    if (!isOperator(trust(), key))
      throw new Untrusted(`${name} is not an operator, so it may not resend events`);
    const done = await resendEvents(store, readOrder(context.get('body')));
    changes.poke();
    following.info(`${name}: resends ${done.resent} events`);
    return context.json(done);
  });
}

const resendOrder = z.object({
  id: z.string().max(300),
  target: z.string().max(300).optional(),
});

function readOrder(body: Buffer): ResendOrder {
  try {
    return resendOrder.parse(JSON.parse(body.toString()));
  } catch (cause) {
    throw new ReleaseRefused('malformed request: it has no id of an event', { cause });
  }
}

/** Adds the stream of changes: server-sent events, each a CloudEvent. `Last-Event-ID` resumes after an event. */
export function addEventStream(app: ServiceApp, service: Service): void {
  let open = 0;
  app.get('/v1/events', (context) => {
    if (service.stopping.aborted) return context.json({ detail: 'it is stopping' }, 503);
    if (open >= MAX_STREAMS)
      return context.json({ detail: `${MAX_STREAMS} streams are open; try again later` }, 503);
    open++;
    const about = {
      remote: context.req.query('remote'),
      last: context.req.header('last-event-id') ?? '',
      sender: context.get('sender'),
    };
    context.header('x-accel-buffering', 'no');
    return streamSSE(context, async (stream) => {
      try {
        await writeChanges(stream, service, about);
      } finally {
        open--;
      }
    });
  });
}

async function writeChanges(
  stream: SSEStreamingApi,
  { changes, trust, source, stopping, heartbeatMs }: Service,
  { remote, last, sender }: { remote: string | undefined; last: string; sender: Sender },
): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  stream.onAbort(end);
  const isTrusted = () => sender.by || trust().all.some((key) => keyId(key) === sender.key);
  const heartbeat = setInterval(() => {
    if (isTrusted()) void stream.write(':\n\n');
    else end();
  }, heartbeatMs);
  const timer = setTimeout(end, MAX_STREAM_MS);
  try {
    const after = decodePosition(last) ?? (await changes.end());
    await stream.writeSSE({ event: 'ready', id: encodePosition(after), data: '{}' });
    const signal = AbortSignal.any([ended.signal, stopping]);
    for await (const change of changes.follow({ after, signal })) {
      if (!isTrusted()) return;
      if (remote && change.entry.remote !== remote) continue;
      await stream.writeSSE({
        event: 'change',
        id: encodePosition(change.position),
        data: JSON.stringify(toCloudEvent(change, source)),
      });
    }
  } finally {
    clearInterval(heartbeat);
    clearTimeout(timer);
  }
}
