import type { FileHandle } from 'node:fs/promises';
import { type FileContent, TooLarge, type WrittenFile } from './file-store';

const HEAD_BYTES = 64;

/** Copies content to an open file. Throws {@link TooLarge} above `maxBytes`. */
export async function copy(
  content: FileContent,
  file: FileHandle,
  maxBytes: number,
): Promise<WrittenFile> {
  let bytes = 0;
  let head = new Uint8Array();
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new TooLarge();
    if (head.length < HEAD_BYTES)
      head = new Uint8Array([...head, ...chunk.subarray(0, HEAD_BYTES - head.length)]);
    await file.writeFile(chunk);
  }
  return { bytes, head };
}
