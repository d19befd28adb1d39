/** More than two heartbeats of the reference API. */
const MAX_SILENCE_MS = 50_000;

/** Calls `onEvent` with the name of each server-sent event. Resolves when the stream ends, or is silent as after a lost connection. */
export async function readEvents(
  body: ReadableStream<Uint8Array> | null,
  onEvent: (name: string) => void,
): Promise<void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const timer = setTimeout(() => reader?.cancel().catch(() => null), MAX_SILENCE_MS);
    const result = reader?.read().finally(() => clearTimeout(timer));
    const { done, value } = (await result) ?? { done: true };
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: ?(.*)$/m.exec(block)?.[1];
      if (name !== undefined) onEvent(name);
    }
  }
}
