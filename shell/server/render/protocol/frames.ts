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
    let left = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    wanted = frameBytes(left, maxBytes);
    while (left.length >= wanted) {
      const body = left.subarray(HEADER_BYTES, wanted);
      left = left.subarray(wanted);
      onMessage(JSON.parse(body.toString()));
      wanted = frameBytes(left, maxBytes);
    }
    chunks = [left];
    held = left.length;
  };
}

/** How long the frame is that begins here, as far as that can be read: at least a header. */
function frameBytes(bytes: Buffer, maxBytes: number): number {
  if (bytes.length < HEADER_BYTES) return HEADER_BYTES;
  const length = bytes.readUInt32BE();
  if (length > maxBytes) throw new RangeError(`a message of ${length} bytes`);
  return HEADER_BYTES + length;
}
