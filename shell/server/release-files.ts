import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LiveDocument, ReleaseRecord } from 'contracts/release';
import { liveDocument } from 'contracts/release';
import { encode, integrityOf, readRelease, recordedIntegrity, type Store } from 'registry';

const RECORDS = 300;

/** A release whose files are not those of its record. */
export class DamagedRelease extends Error {
  override readonly name = 'DamagedRelease';
}

/** The files of releases, each checked against its record; those of live releases are kept on disk, for the day the store is gone. */
export class ReleaseFiles {
  private readonly records = new Map<string, ReleaseRecord>();
  private readonly folder: string;

  /** `lastGood`: folder for what was live last; each store has its own place in it. */
  constructor(
    private readonly store: Store,
    lastGood: string,
  ) {
    this.folder = path.join(lastGood, createHash('sha256').update(store.name).digest('hex').slice(0, 12));
  }

  /** The record of a release, or null when neither the store nor the disk has one; throws when the store fails. */
  async record(name: string, version: string): Promise<ReleaseRecord | null> {
    const key = `${name}/${version}`;
    const known = this.records.get(key);
    if (known) return known;
    const record = await readRelease(this.store, name, version).catch((error) => this.keptRecord(key, error));
    const found = record ?? (await this.keptRecord(key, null));
    if (found) this.records.set(key, found);
    const oldest = this.records.keys().next().value;
    if (this.records.size > RECORDS && oldest) this.records.delete(oldest);
    return found;
  }

  /** Reads every file of a release and compares its hash; keeps what is sound on disk. Throws {@link DamagedRelease}. */
  async verify(record: ReleaseRecord): Promise<void> {
    const base = `${record.name}/${record.version}`;
    if (await this.kept(`${base}/release.json`)) return; // written last, after all files were found sound
    const files = Object.entries(record.files).map(async ([file, { integrity, brotli, gzip }]) => {
      const content = await this.store.read(`${base}/${file}`);
      if (!content) throw new DamagedRelease(`${base} lacks ${file}`);
      if (integrityOf(content) !== integrity) throw new DamagedRelease(`${base}/${file} fails its hash`);
      await this.keep(`${base}/${file}`, content);
      for (const suffix of [...(brotli ? ['.br'] : []), ...(gzip ? ['.gz'] : [])]) {
        const packed = await this.store.read(`${base}/${file}${suffix}`);
        if (packed && integrityOf(packed) === recordedIntegrity(record, file + suffix)) await this.keep(`${base}/${file}${suffix}`, packed);
      }
    });
    await Promise.all(files);
    await this.keep(`${base}/release.json`, encode(record));
  }

  /** A file of any release, or null; throws {@link DamagedRelease} when it is not the one of the record. */
  async read(name: string, version: string, file: string): Promise<Buffer | null> {
    const path = `${name}/${version}/${file}`;
    const content = (await this.kept(path)) ?? (await this.store.read(path));
    if (!content) return null;
    const record = await this.record(name, version);
    const integrity = record && recordedIntegrity(record, file);
    if (integrityOf(content) === integrity) return content;
    // without its compressed form a file is served as it is
    if (!integrity || /\.(br|gz)$/.test(file)) return null;
    throw new DamagedRelease(`${path} fails its hash`);
  }

  /** Remembers what is live, and forgets the kept files of what no visitor is sent to any more. */
  async keepLive(live: LiveDocument): Promise<void> {
    await this.keep('live.json', encode(live));
    const wanted = new Set(
      Object.entries(live.remotes).flatMap(([name, { version, history, canary }]) =>
        [version, history[0], canary?.version].map((used) => `${name}/${used}`),
      ),
    );
    for (const name of await readdir(this.folder).catch(() => [])) {
      if (!name.startsWith('mf-')) continue;
      for (const version of await readdir(path.join(this.folder, name)).catch(() => [])) {
        if (!wanted.has(`${name}/${version}`)) await rm(path.join(this.folder, name, version), { recursive: true, force: true });
      }
    }
  }

  /** What was live when this store was last read, or null. */
  async lastLive(): Promise<LiveDocument | null> {
    const content = await this.kept('live.json');
    const parsed = content && liveDocument.safeParse(JSON.parse(content.toString()));
    return parsed?.success ? parsed.data : null;
  }

  private async keptRecord(key: string, error: unknown): Promise<ReleaseRecord | null> {
    const content = await this.kept(`${key}/release.json`);
    if (content) return JSON.parse(content.toString()) as ReleaseRecord;
    if (error) throw error;
    return null;
  }

  private kept = (file: string): Promise<Buffer | null> => readFile(path.join(this.folder, file)).catch(() => null);

  /** A disk that is full or read-only costs the memory of the last good set, never a page. */
  private async keep(file: string, content: Buffer): Promise<void> {
    const target = path.join(this.folder, file);
    try {
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(`${target}.part`, content);
      await rename(`${target}.part`, target);
    } catch {
      await rm(`${target}.part`, { force: true }).catch(() => {});
    }
  }
}
