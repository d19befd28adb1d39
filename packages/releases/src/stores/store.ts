import type { SiteDay, SiteHealth, Unavailable } from '@carry/contracts/console';
import type { AuditEntry, LiveDocument } from '@carry/contracts/release';
import type { Candidate } from '../checks/candidate';

export class TooLarge extends Error {
  override readonly name = 'TooLarge';

  constructor(path: string, maxBytes: number) {
    super(`${path} is larger than ${maxBytes} bytes, so it was not read`);
  }
}

/** A store in which concurrent publishes could overwrite each other. */
export class UnsafeStore extends Error {
  override readonly name = 'UnsafeStore';
}

/** An invalid path of a store: absolute, with `.`, `..` or an empty part, with control characters, or too long. */
export class InvalidPath extends Error {
  override readonly name = 'InvalidPath';

  constructor(path: string) {
    super(`${JSON.stringify(path.slice(0, 100))} is not a path in the store`);
  }
}

const MAX_PATH = 900; // bytes; S3 keys have 1024, including the prefix of the store
const MAX_PART = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no path has
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/** Throws {@link InvalidPath} for an invalid path; a prefix may be empty or end with a slash. */
export function assertStorePath(path: string, isPrefix = false): void {
  const parts = (isPrefix ? path.replace(/\/$/, '') : path).split('/');
  const isWhole = isPrefix && path === '';
  const isPart = (part: string) =>
    part !== '' && part !== '.' && part !== '..' && part.length <= MAX_PART;
  if (path.length > MAX_PATH || FORBIDDEN.test(path) || !(isWhole || parts.every(isPart)))
    throw new InvalidPath(path);
}

export interface EventsRequest {
  /** Default: all remotes. */
  remote?: string | undefined;
  /** Id of the last received event; empty: from now on. */
  last: string;
  signal: AbortSignal;
}

export interface ResendOrder {
  /** Id of an event, or `all`. */
  id: string;
  /** Label or code of the target that gets the events of targets without a server. */
  target?: string | undefined;
}

export interface Resent {
  resent: number;
  /** Targets without a server, whose events stay. */
  left: { target: string; events: number }[];
}

/** `unsigned`: an audit entry without a signature, but dated before entries were signed. */
export type EntryState = 'verified' | 'unsigned' | 'unverified';

/** Storage of releases. Paths are relative, with forward slashes. Only signed stores and clients of release servers have the optional methods. */
export interface Store {
  readonly name: string;
  /** Polling interval for its pointers, ms. */
  readonly pollMs: number;
  /** Author of changes; default: the account that runs this. */
  readonly actor?: string | undefined;
  /** Returns the content, or null if the file is missing. Throws if the store cannot be reached, and {@link TooLarge}. */
  read(path: string, maxBytes?: number): Promise<Buffer | null>;
  /** Writes an object atomically; replaces an existing one. */
  write(path: string, content: Buffer): Promise<void>;
  /** Writes only if the content is still `expected` (null: absent). Returns true if it wrote. */
  compareAndSwap(path: string, expected: Buffer | null, content: Buffer): Promise<boolean>;
  /** Returns all paths below a prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  /** Returns the time of the last write, or null if there is no object. */
  modified(path: string): Promise<Date | null>;
  /** Removes an object; idempotent. */
  remove(path: string): Promise<void>;
  /** Removes only if the content is still `expected`. Returns true if it removed; false also if a bucket cannot compare. */
  compareAndRemove(path: string, expected: Buffer): Promise<boolean>;
  /** Throws {@link UnsafeStore} if the store lacks compare-and-swap. Tried once, before the first change. */
  assertFit(): Promise<void>;
  /** Signed stores: throws for a document that lacks a required signature, from any source. */
  assertTrusted?(path: string, content: Buffer): void;
  /** Signed stores: returns the trusted part of the live document. An untrusted pointer is kept as it was in `lastLive`, else as it is. */
  trustedLive?(live: LiveDocument, lastLive?: LiveDocument): LiveDocument;
  /** Signed stores: returns the entry of a change with the signature of its author, for the site's origin or a new one. */
  signEntry?(entry: AuditEntry, installation?: string | null): AuditEntry;
  /** Signed stores: returns whether a key that may make the change of an entry has signed it. */
  checkEntry?(entry: AuditEntry): EntryState;
  /** Release servers: accepts a candidate, checks it, runs the gates and stores it. */
  admit?(candidate: Candidate, dist: string, report: (step: string) => void): Promise<void>;
  previewLink?(remote: string, channel: string): Promise<string>;
  /** Release servers: returns the address of a preview's QR code, or null from a server without one. */
  previewCode?(remote: string, channel: string): Promise<string | null>;
  openEvents?(request: EventsRequest): Promise<Response>;
  resendEvents?(order: ResendOrder): Promise<Resent>;
  readHealth?(): Promise<SiteHealth>;
  readDay?(): Promise<SiteDay | Unavailable>;
  /** Returns stale files from crashed writers, which {@link list} skips. */
  listLitter(): Promise<string[]>;
}
