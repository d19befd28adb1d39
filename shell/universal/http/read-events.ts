/** Reads a stream of server-sent events and calls `onEvent` with the name of each. Resolves when the stream ends. */
export async function readEvents(
  body: ReadableStream<Uint8Array> | null,
  onEvent: (name: string) => void,
): Promise<void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: ?(.*)$/m.exec(block)?.[1];
      if (name !== undefined) onEvent(name);
    }
  }
}
