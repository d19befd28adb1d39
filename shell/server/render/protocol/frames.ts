import type { Writable } from 'node:stream';

const HEADER_BYTES = 4;

/** Writes a frame: a 4-byte length, then JSON. Throws above `maxBytes`. */
export function writeFrame(
  stream: Writable,
  message: unknown,
  maxBytes = Number.POSITIVE_INFINITY,
): void {
  const body = Buffer.from(JSON.stringify(message));
  if (body.length > maxBytes)
    throw new RangeError(`message of ${body.length} bytes exceeds ${maxBytes}`);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32BE(body.length);
  body.copy(frame, HEADER_BYTES);
  stream.write(frame);
}

/** Returns a function that reassembles frames from chunks. It throws above `maxBytes`. */
export function frameReader(
  maxBytes: number,
  onMessage: (message: unknown) => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let bufferedBytes = 0;
  let frameLength = HEADER_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    bufferedBytes += chunk.length;
    if (bufferedBytes < frameLength) return; // copies a long frame once, when complete
    let buffer = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    frameLength = frameBytes(buffer, maxBytes);
    while (buffer.length >= frameLength) {
      const body = buffer.subarray(HEADER_BYTES, frameLength);
      buffer = buffer.subarray(frameLength);
      onMessage(JSON.parse(body.toString()));
      frameLength = frameBytes(buffer, maxBytes);
    }
    chunks = [buffer];
    bufferedBytes = buffer.length;
  };
}

function frameBytes(bytes: Buffer, maxBytes: number): number {
  if (bytes.length < HEADER_BYTES) return HEADER_BYTES;
  const length = bytes.readUInt32BE();
  if (length > maxBytes) throw new RangeError(`a message of ${length} bytes`);
  return HEADER_BYTES + length;
}
