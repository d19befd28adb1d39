import type { LiveDocument } from '@carry/contracts/release';
import type { Candidate } from '../checks/candidate';

/** The default limit of an object. */
export const MAX_OBJECT_BYTES = 32 * 1024 * 1024;

/** An object of the store that is too large to be what it should be; it was not read. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';

  constructor(path: string, maxBytes: number) {
    super(`${path} is larger than ${maxBytes} bytes, so it was not read`);
  }
}

/** A store on which two publishes at once would lose one. */
export class UnsafeStore extends Error {
  override readonly name = 'UnsafeStore';
}

/** A path that names nothing in a store: absolute, with `.`, `..` or an empty part, control characters, or too long. */
export class InvalidPath extends Error {
  override readonly name = 'InvalidPath';

  constructor(path: string) {
    super(`${JSON.stringify(path.slice(0, 100))} is not a path in the store`);
  }
}

const MAX_PATH = 900; // a key of S3 has 1024 bytes, with the prefix of the store
const MAX_PART = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no path has
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/** Throws {@link InvalidPath} unless a path names something in a store; a prefix may be empty or end with a slash. */
export function assertStorePath(path: string, isPrefix = false): void {
  const parts = (isPrefix ? path.replace(/\/$/, '') : path).split('/');
  const isWhole = isPrefix && path === '';
  const isPart = (part: string) =>
    part !== '' && part !== '.' && part !== '..' && part.length <= MAX_PART;
  if (path.length > MAX_PATH || FORBIDDEN.test(path) || !(isWhole || parts.every(isPart)))
    throw new InvalidPath(path);
}

/** Where releases live. Paths are relative, with forward slashes; contents are bytes. */
export interface Store {
  /** For messages: the directory or bucket. */
  readonly name: string;
  /** How often whoever follows its pointers may look at them, ms. */
  readonly pollMs: number;
  /** Who changes made through it are recorded as; default: the account that runs this. */
  readonly actor?: string | undefined;
  /** The content, or null when there is none; throws when the store cannot be reached, and {@link TooLarge} without reading on. */
  read(path: string, maxBytes?: number): Promise<Buffer | null>;
  /** Writes a new object; an existing one is replaced whole, never seen half. */
  write(path: string, content: Buffer): Promise<void>;
  /** Writes only if the content is still `expected` (null: absent); answers whether it was. */
  compareAndSwap(path: string, expected: Buffer | null, content: Buffer): Promise<boolean>;
  /** All paths below a prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  /** When an object was last written, or null when there is none. */
  modified(path: string): Promise<Date | null>;
  /** Removes an object; a missing one is no error. */
  remove(path: string): Promise<void>;
  /** Throws {@link UnsafeStore} when the store does not tell two writers at once apart. Tried once, before the first change. */
  assertFit(): Promise<void>;
  /** Of a store of a site that knows keys: throws for a document that has to be signed and is not, wherever it was read. */
  assertTrusted?(path: string, content: Buffer): void;
  /** Of a store of a site that knows keys: what counts of what is live, without what nobody has signed. */
  trustedLive?(live: LiveDocument): LiveDocument;
  /** Of a store that somebody else guards: takes a whole candidate, checks it, runs the gates and stores it. */
  admit?(candidate: Candidate, dist: string, report: (step: string) => void): Promise<void>;
  /** Of a store that somebody else guards: the signed link of a preview, made by who holds the site's secret. */
  previewLink?(remote: string, channel: string): Promise<string>;
  /** What writers that died have left behind, which {@link list} leaves out. */
  listLitter(): Promise<string[]>;
}
