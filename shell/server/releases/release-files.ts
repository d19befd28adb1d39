import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  type LiveDocument,
  liveDocument,
  type ReleaseRecord,
  releaseRecord,
} from '@carry/contracts/release';
import { type SiteDocument, siteDocument } from '@carry/contracts/site';
import {
  computeIntegrity,
  encode,
  InvalidPath,
  MalformedDocument,
  parseDocument,
  readRelease,
  recordedIntegrity,
  type Store,
  TooLarge,
  Untrusted,
  versionBefore,
} from '@carry/releases';
import { LRUCache } from 'lru-cache';
import { inSpan } from 'server-kit/tracing';
import type { z } from 'zod';
import { LocalCopy, noCopy } from './local-copy';

const MAX_RECORDS = 300;
const LIVE = 'live.json';
const SITE = 'site.json';

export class DamagedRelease extends Error {
  override readonly name = 'DamagedRelease';
}

/** Returns true for an error of a file itself. Any other one is an outage of the store, which a retry may overcome. */
export const isFileError = (error: Error): boolean =>
  [DamagedRelease, InvalidPath, MalformedDocument, TooLarge, Untrusted].some(
    (kind) => error instanceof kind,
  );

const releasesIn = ({ remotes }: LiveDocument): string[] =>
  Object.entries(remotes).flatMap(([name, pointer]) =>
    [pointer.version, versionBefore(pointer), pointer.canary?.version].map(
      (used) => `${name}/${used}`,
    ),
  );

/** Reads release files and verifies each. Copies those of live releases to this machine for store outages. */
export class ReleaseFiles {
  private readonly records = new LRUCache<string, ReleaseRecord>({ max: MAX_RECORDS });
  private readonly copy: typeof noCopy;

  private readonly store: Store;

  /** `lastGood` is the folder for local copies, one subfolder for each store; null disables them. */
  constructor(store: Store, lastGood: string | null, log: (line: string) => void = () => {}) {
    this.store = store;
    const subfolder = createHash('sha256').update(store.name).digest('hex').slice(0, 12);
    this.copy = lastGood === null ? noCopy : new LocalCopy(path.join(lastGood, subfolder), log);
  }

  /** Returns a release's record from the store or the local copy, or null. Throws if the store fails. */
  async record(name: string, version: string): Promise<ReleaseRecord | null> {
    const key = `${name}/${version}`;
    const cached = this.records.get(key);
    if (cached) return cached;
    const record = await readRelease(this.store, name, version).then(
      async (stored) => stored ?? (await this.copiedRecord(key)),
      async (error: Error) => {
        const copied = await this.copiedRecord(key);
        if (copied) return copied;
        throw error;
      },
    );
    if (record) this.records.set(key, record);
    return record;
  }

  /** Like {@link record}, but rechecks the signature, because keys change. Throws {@link Untrusted}. */
  async trustedRecord(name: string, version: string): Promise<ReleaseRecord | null> {
    await readRelease(this.store, name, version).catch((error: Error) => {
      if (error instanceof Untrusted) throw error;
    });
    return this.record(name, version);
  }

  /** Verifies and copies all files of a release, its record last. Throws {@link DamagedRelease} or the store's error. */
  async verify(record: ReleaseRecord): Promise<void> {
    const base = `${record.name}/${record.version}`;
    if (await this.copiedRecord(base)) return;
    let isComplete = true;
    await this.verifyStored(record, async (file, content) => {
      if (!(await this.copy.write(file, content))) isComplete = false;
    });
    if (!isComplete) return;
    const file = `${base}/release.json`;
    await this.copy.write(file, (await this.store.read(file)) ?? encode(record)); // the exact signed bytes
  }

  /** Verifies the store's files against the record, without the local copy. */
  async verifyStored(
    record: ReleaseRecord,
    onIntact: (file: string, content: Buffer) => Promise<void> = async () => {},
  ): Promise<void> {
    const base = `${record.name}/${record.version}`;
    const check = async (file: string, required: boolean) => {
      const content = await this.store.read(`${base}/${file}`);
      if (content && computeIntegrity(content) === recordedIntegrity(record, file))
        return onIntact(`${base}/${file}`, content);
      if (required)
        throw new DamagedRelease(
          content ? `${base}/${file} fails its hash` : `${base} lacks ${file}`,
        );
    };
    const files = Object.entries(record.files).flatMap(([file, { brotli, gzip }]) => [
      check(file, true),
      ...(brotli ? [check(`${file}.br`, false)] : []), // optional: the plain file still works
      ...(gzip ? [check(`${file}.gz`, false)] : []),
    ]);
    await Promise.all(files);
  }

  /** Returns a file of a release, or null. Throws {@link DamagedRelease} if it does not match its record. */
  async read(name: string, version: string, file: string): Promise<Buffer | null> {
    const path = `${name}/${version}/${file}`;
    const record = await this.record(name, version);
    const integrity = record && recordedIntegrity(record, file);
    if (!integrity) return null;
    const copied = await this.copy.read(path);
    if (copied && computeIntegrity(copied) === integrity) return copied;
    if (copied) await this.copy.discard(path);
    const stored = await inSpan('store read', { 'carry.release': `${name}@${version}` }, () =>
      this.store.read(path),
    );
    if (!stored) return null;
    if (computeIntegrity(stored) === integrity) {
      if (copied) await this.copy.write(path, stored);
      return stored;
    }
    if (!record.files[file]) return null;
    throw new DamagedRelease(`${path} fails its hash`);
  }

  /**
   * Saves the live document and discards copies that neither it nor a served release needs; on a full disk it keeps those of the saved
   * document, too.
   */
  async keepLive(live: LiveDocument, served: readonly ReleaseRecord[] = []): Promise<void> {
    const isSaved = await this.copy.write(LIVE, encode(live));
    const saved = isSaved ? null : await this.lastLive();
    const inUse = new Set([
      ...releasesIn(live),
      ...(saved ? releasesIn(saved) : []),
      ...served.map(({ name, version }) => `${name}/${version}`),
    ]);
    for (const name of await this.copy.list()) {
      if (!name.startsWith('mf-')) continue;
      for (const version of await this.copy.list(name)) {
        if (!inUse.has(`${name}/${version}`)) await this.copy.discard(`${name}/${version}`);
      }
    }
  }

  lastLive = (): Promise<LiveDocument | null> => this.copied(LIVE, liveDocument);

  /** Saves the exact signed bytes of `site.json`. */
  async keepSite(): Promise<void> {
    const content = await this.store.read(SITE);
    if (content) await this.copy.write(SITE, content);
  }

  lastSite = (): Promise<SiteDocument | null> => this.copied(SITE, siteDocument);

  private async copiedRecord(key: string): Promise<ReleaseRecord | null> {
    const record = await this.copied(`${key}/release.json`, releaseRecord);
    if (!record || `${record.name}/${record.version}` === key) return record;
    await this.copy.discard(`${key}/release.json`);
    return null;
  }

  private async copied<Schema extends z.ZodType>(
    file: string,
    schema: Schema,
  ): Promise<z.infer<Schema> | null> {
    const content = await this.copy.read(file);
    if (!content) return null;
    try {
      this.store.assertTrusted?.(file, content);
      return parseDocument(file, schema, content);
    } catch {
      await this.copy.discard(file);
      return null;
    }
  }
}
