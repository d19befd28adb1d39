import { setTimeout as sleep } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { Changes } from './changes';
import { type CloudEvent, toCloudEvent } from './cloud-event';

/** Longest silence of a stream; its server sends heartbeats, ms. */
const SILENCE_MS = 45_000;
const RETRY_MS = 2000;

export interface WatchOptions {
  store: Store;
  remote: string | undefined;
  /** Origin of the site, for events of a store without a release server. */
  source: string;
  signal: AbortSignal;
  log(line: string): void;
}

export function watchChanges(options: WatchOptions): AsyncGenerator<CloudEvent> {
  return options.store.openEvents ? watchServer(options) : watchStore(options);
}

async function* watchStore({ store, remote, source, signal, log }: WatchOptions) {
  for await (const change of new Changes(store, log).follow({ signal }))
    if (!remote || change.entry.remote === remote) yield toCloudEvent(change, source);
}

async function* watchServer(options: WatchOptions) {
  const { signal, log } = options;
  const place = { last: '' };
  let lost = '';
  while (!signal.aborted) {
    try {
      yield* readStream(options, place);
      lost = '';
    } catch (error) {
      if (error instanceof ReleaseRefused) throw error;
      const { message } = error as Error;
      if (!signal.aborted && lost !== message) log(`${message}; trying again`);
      lost = message;
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

async function* readStream({ store, remote, signal }: WatchOptions, place: { last: string }) {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const until = AbortSignal.any([signal, silence.signal]);
    const response = await store.openEvents?.({ remote, last: place.last, signal: until });
    const heard = new TransformStream<BufferSource, BufferSource>({
      transform(chunk, output) {
        timer.refresh();
        output.enqueue(chunk);
      },
    });
    const messages = response?.body
      ?.pipeThrough(heard)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { id = place.last, event, data } of messages ?? []) {
      place.last = id;
      if (event === 'change') yield JSON.parse(data) as CloudEvent;
    }
  } finally {
    clearTimeout(timer);
  }
}
