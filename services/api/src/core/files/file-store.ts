import { describeError } from '../process/log';

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The folder or bucket fails: full, unreachable or without permission. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(location: string, cause: unknown) {
    super(`${location}: ${describeError(cause)}`, { cause });
  }
}

export interface WrittenFile {
  bytes: number;
  head: Uint8Array;
}

interface WriteOptions {
  maxBytes: number;
  type: string;
}

export type FileContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Wraps errors of the operating system. Others, such as an aborted upload, stay. */
export function throwSystemError(location: string, error: unknown): never {
  const isOfSystem = (error as NodeJS.ErrnoException | null)?.syscall !== undefined;
  throw isOfSystem ? new StoreUnavailable(location, error) : error;
}

/** End of the name of a file whose write has not ended, after the name that it is for. */
export const ABORTED_WRITE = /\.[0-9a-f-]{36}\.part$/;

/** Files in a folder or bucket, under names without folders. Every method throws {@link StoreUnavailable}. */
export interface FileStore {
  /** Writes a whole file, or nothing if it fails. Throws {@link TooLarge} above `maxBytes`. */
  write(name: string, content: FileContent, options: WriteOptions): Promise<WrittenFile>;
  /** Resolves with null if the file is missing. */
  read(name: string): Promise<ReadableStream | null>;
  /** Idempotent. */
  remove(name: string): Promise<void>;
  /** Yields the names of files last changed before `time`, in batches. Includes aborted writes. */
  namesBefore(time: Date): AsyncIterable<string[]>;
}
