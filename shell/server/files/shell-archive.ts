import { setTimeout as sleep } from 'node:timers/promises';
import {
  computeIntegrity,
  isLasting,
  isSealed,
  listShells,
  readShell,
  recordedIntegrity,
  type ShellRecord,
  type Store,
  shellFile,
  storeExists,
  storeShell,
} from '@carry/releases';
import type { LogLine } from 'server-kit/log';

const STORE_BUDGET_MS = 5000;
const RETRY_MS = 5000;
/** Lease renewal: `gc` keeps versions used within a day. */
const RENEW_MS = 6 * 60 * 60_000;
const LIST_INTERVAL_MS = 500;

interface Parts {
  store: Store;
  /** Secret of all sites, or empty. Other sites' records do not count. */
  secret: string;
  secretBefore?: string;
  log: LogLine;
}

/** Verified browser files of all shell versions in the store: open tabs and rolling upgrades need other versions than this site's. */
export class ShellArchive {
  private shells = new Map<string, ShellRecord>();
  private listing: Promise<void> = Promise.resolve();
  private listedAt = Number.NEGATIVE_INFINITY;
  private next: Promise<void> | null = null;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Returns a file or its compressed form; null if no version has it intact. Throws the store's errors. */
  read = async (file: string): Promise<Buffer | null> => {
    if (!isLasting(file)) return null;
    const content = await this.find(file);
    if (content) return content;
    await this.refresh();
    return this.find(file);
  };

  private async find(file: string): Promise<Buffer | null> {
    for (const record of this.shells.values()) {
      const integrity = recordedIntegrity(record, file);
      if (!integrity) continue;
      const path = shellFile(record.version, file);
      const content = await this.parts.store.read(path);
      if (content && computeIntegrity(content) === integrity) return content;
      if (content)
        this.parts.log(`${path} fails its hash, not served`, { code: 'release.file_damaged' });
    }
    return null;
  }

  /** Singleflight. The listing starts after the call, so it includes everything stored before. */
  private refresh(): Promise<void> {
    this.next ??= this.listing
      .catch(() => {})
      .then(() => sleep(Math.max(0, this.listedAt + LIST_INTERVAL_MS - performance.now())))
      .then(() => {
        this.next = null;
        this.listedAt = performance.now();
        this.listing = this.readAll();
        return this.listing;
      });
    return this.next;
  }

  private async readAll(): Promise<void> {
    const { store, secret, secretBefore = '', log } = this.parts;
    const isSealedHere = (record: ShellRecord) =>
      isSealed(record, secret) || (secretBefore !== '' && isSealed(record, secretBefore));
    const records = await Promise.all(
      (await listShells(store)).map(async (version) => {
        const cached = this.shells.get(version);
        if (cached) return cached;
        const record = await readShell(store, version).catch((error: Error) => {
          log(error.message);
          return null;
        });
        return record && isSealedHere(record) ? record : null;
      }),
    );
    this.shells = new Map(records.flatMap((record) => (record ? [[record.version, record]] : [])));
  }
}

/** An unmounted folder may come back; files written meanwhile would conflict with it. */
async function storeIfThere(folder: string, store: Store, secret: string): Promise<void> {
  if (!(await storeExists(store))) throw new Error('the store is empty or missing');
  await storeShell(store, folder, { secret });
}

/** Archives this site's shell files and renews their lease. Resolves when stored or after 5 s, with the stop function. */
export async function archiveOwnShell(
  folder: string,
  { store, secret, log }: Parts,
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let failed = false;
  const archive = async (): Promise<void> => {
    const problem = await storeIfThere(folder, store, secret).then(
      () => null,
      ({ message }: Error) => message,
    );
    if (problem !== null && !failed)
      log(
        `cannot archive the shell's files (${problem}): other sites cannot serve pages of this version; retrying`,
      );
    if (problem === null && failed) log("archived the shell's files in the store");
    failed = problem !== null;
    if (!ended) timer = setTimeout(() => void archive(), failed ? RETRY_MS : RENEW_MS).unref();
  };
  await Promise.race([archive(), sleep(STORE_BUDGET_MS, undefined, { ref: false })]);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

export interface Shells {
  read(file: string): Promise<Buffer | null>;
  close(): void;
}

export const noShells: Shells = { read: async () => null, close() {} };

export async function openShells(folder: string, parts: Parts): Promise<Shells> {
  return { close: await archiveOwnShell(folder, parts), read: new ShellArchive(parts).read };
}
