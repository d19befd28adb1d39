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
  encode,
  integrityOf,
  parseDocument,
  readRelease,
  recordedIntegrity,
  type Store,
  Untrusted,
} from '@carry/releases';
import { LRUCache } from 'lru-cache';
import { inSpan } from 'server-kit/tracing';
import type { z } from 'zod';
import { LocalCopy, noCopy } from './local-copy';

const MAX_RECORDS = 300;
const LIVE = 'live.json';
const SITE = 'site.json';

/** A release whose files in the store are not those of its record. */
export class DamagedRelease extends Error {
  override readonly name = 'DamagedRelease';
}

/** The files of releases, each checked against its record; those of live releases are kept on this machine, for the day the store is gone. */
export class ReleaseFiles {
  private readonly records = new LRUCache<string, ReleaseRecord>({ max: MAX_RECORDS });
  private readonly copy: typeof noCopy;

  private readonly store: Store;

  /** `lastGood`: folder for what was live last, in which each store has its own place; null: nothing is kept. */
  constructor(store: Store, lastGood: string | null, log: (line: string) => void = () => {}) {
    this.store = store;
    const place = createHash('sha256').update(store.name).digest('hex').slice(0, 12);
    this.copy = lastGood === null ? noCopy : new LocalCopy(path.join(lastGood, place), log);
  }

  /** The record of a release, or null when neither the store nor this machine has one; throws when the store fails. */
  async record(name: string, version: string): Promise<ReleaseRecord | null> {
    const key = `${name}/${version}`;
    const known = this.records.get(key);
    if (known) return known;
    const found = await readRelease(this.store, name, version).then(
      async (record) => record ?? (await this.copiedRecord(key)),
      async (error: Error) => {
        const copied = await this.copiedRecord(key);
        if (copied) return copied;
        throw error;
      },
    );
    if (found) this.records.set(key, found);
    return found;
  }

  /** The same while somebody who may has signed it: keys change while a record is remembered. Throws {@link Untrusted} where nobody has. */
  async trustedRecord(name: string, version: string): Promise<ReleaseRecord | null> {
    await readRelease(this.store, name, version).catch((error: Error) => {
      if (error instanceof Untrusted) throw error;
    });
    return this.record(name, version);
  }

  /** Makes sure that every file of a release can be served, and keeps them. Throws {@link DamagedRelease}, or what the store throws. */
  async verify(record: ReleaseRecord): Promise<void> {
    const base = `${record.name}/${record.version}`;
    if (await this.copiedRecord(base)) return; // written last, after all files were found intact
    await this.verifyStored(record, (file, content) => this.copy.write(file, content));
    const file = `${base}/release.json`;
    await this.copy.write(file, (await this.store.read(file)) ?? encode(record)); // as it was signed
  }

  /** Compares every file that the store has of a release with its record, whatever is kept here. */
  async verifyStored(
    record: ReleaseRecord,
    onIntact: (file: string, content: Buffer) => Promise<void> = async () => {},
  ): Promise<void> {
    const base = `${record.name}/${record.version}`;
    const check = async (file: string, required: boolean) => {
      const content = await this.store.read(`${base}/${file}`);
      if (content && integrityOf(content) === recordedIntegrity(record, file))
        return onIntact(`${base}/${file}`, content);
      if (required)
        throw new DamagedRelease(
          content ? `${base}/${file} fails its hash` : `${base} lacks ${file}`,
        );
    };
    const files = Object.entries(record.files).flatMap(([file, { brotli, gzip }]) => [
      check(file, true),
      ...(brotli ? [check(`${file}.br`, false)] : []), // without it the file is served as it is
      ...(gzip ? [check(`${file}.gz`, false)] : []),
    ]);
    await Promise.all(files);
  }

  /** A file of any release, or null; throws {@link DamagedRelease} when the store's is not the one of the record. */
  async read(name: string, version: string, file: string): Promise<Buffer | null> {
    const path = `${name}/${version}/${file}`;
    const record = await this.record(name, version);
    const integrity = record && recordedIntegrity(record, file);
    if (!integrity) return null;
    const copied = await this.copy.read(path);
    if (copied && integrityOf(copied) === integrity) return copied;
    if (copied) await this.copy.discard(path);
    const stored = await inSpan('store read', { 'carry.release': `${name}@${version}` }, () =>
      this.store.read(path),
    );
    if (!stored) return null;
    if (integrityOf(stored) === integrity) {
      if (copied) await this.copy.write(path, stored);
      return stored;
    }
    if (!record.files[file]) return null; // a compressed form: without it the file is served as it is
    throw new DamagedRelease(`${path} fails its hash`);
  }

  /** Remembers what is live, and forgets the kept files of what no visitor is sent to any more. */
  async keepLive(live: LiveDocument): Promise<void> {
    await this.copy.write(LIVE, encode(live));
    const wanted = new Set(
      Object.entries(live.remotes).flatMap(([name, { version, history, canary }]) =>
        [version, history[0], canary?.version].map((used) => `${name}/${used}`),
      ),
    );
    for (const name of await this.copy.list()) {
      if (!name.startsWith('mf-')) continue;
      for (const version of await this.copy.list(name)) {
        if (!wanted.has(`${name}/${version}`)) await this.copy.discard(`${name}/${version}`);
      }
    }
  }

  /** What was live when this store was last read, or null. */
  lastLive = (): Promise<LiveDocument | null> => this.copied(LIVE, liveDocument);

  /** Remembers what the site is, as it was signed. */
  async keepSite(): Promise<void> {
    const content = await this.store.read(SITE);
    if (content) await this.copy.write(SITE, content);
  }

  /** What the site was when this store was last read, or null. */
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
