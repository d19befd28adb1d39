import type { Writable } from 'node:stream';

const HEADER_BYTES = 4;

/** Writes a message as one frame: the length of its JSON, then the JSON. Throws when that is longer than `maxBytes`. */
export function writeFrame(
  stream: Writable,
  message: unknown,
  maxBytes = Number.POSITIVE_INFINITY,
): void {
  const body = Buffer.from(JSON.stringify(message));
  if (body.length > maxBytes)
    throw new RangeError(`${body.length} bytes are more than a page may have`);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32BE(body.length);
  body.copy(frame, HEADER_BYTES);
  stream.write(frame);
}

/** Puts frames together from what a stream brings; throws when one is longer than `maxBytes`. */
export function frameReader(
  maxBytes: number,
  onMessage: (message: unknown) => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = HEADER_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    if (held < wanted) return; // of a long frame, nothing is copied until it is whole
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    for (;;) {
      const length = rest.length >= HEADER_BYTES ? rest.readUInt32BE() : 0;
      if (length > maxBytes) throw new RangeError(`a message of ${length} bytes`);
      wanted = HEADER_BYTES + length;
      if (rest.length < HEADER_BYTES || rest.length < wanted) break;
      const body = rest.subarray(HEADER_BYTES, wanted);
      rest = rest.subarray(wanted);
      onMessage(JSON.parse(body.toString()));
    }
    chunks = [rest];
    held = rest.length;
  };
}
