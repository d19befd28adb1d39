import { setTimeout as sleep } from 'node:timers/promises';
import {
  integrityOf,
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

/** How long the start of a site waits for the store to take its files. */
const STORE_BUDGET_MS = 5000;
const RETRY_MS = 5000;
/** How often a running site says that its version is in use: `gc` keeps what was used within a day. */
const RENEW_MS = 6 * 60 * 60_000;
/** How often the store is asked which versions there are, at most. */
const LOOK_MS = 500;

interface Parts {
  store: Store;
  /** What all sites of the installation have, or empty: records of others do not count. */
  secret: string;
  /** What they had before, or empty: records of then still count. */
  secretBefore?: string;
  log(line: string): void;
}

/** The browser files of all versions of the shell in the store, each checked against its record: a page may be older or newer than the site that is asked for its files. */
export class ShellArchive {
  private shells = new Map<string, ShellRecord>();
  private looking: Promise<void> = Promise.resolve();
  private lookedAt = 0;
  private next: Promise<void> | null = null;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** A file, or a compressed form of one (`.br`, `.gz`); null where no version has it as its record says. Throws what the store throws. */
  read = async (file: string): Promise<Buffer | null> => {
    if (!isLasting(file)) return null;
    const known = await this.find(file);
    if (known) return known;
    await this.look();
    return this.find(file);
  };

  private async find(file: string): Promise<Buffer | null> {
    for (const record of this.shells.values()) {
      const integrity = recordedIntegrity(record, file);
      if (!integrity) continue;
      const path = shellFile(record.version, file);
      const content = await this.parts.store.read(path);
      if (content && integrityOf(content) === integrity) return content;
      if (content) this.parts.log(`${path} fails its hash: it is not served`);
    }
    return null;
  }

  /** Reads which versions there are; begins after it was called, so that it sees what was stored before. */
  private look(): Promise<void> {
    this.next ??= this.looking
      .catch(() => {})
      .then(() => sleep(Math.max(0, this.lookedAt + LOOK_MS - Date.now())))
      .then(() => {
        this.next = null;
        this.lookedAt = Date.now();
        this.looking = this.readAll();
        return this.looking;
      });
    return this.next;
  }

  private async readAll(): Promise<void> {
    const { store, secret, secretBefore = '', log } = this.parts;
    const isOurs = (record: ShellRecord) =>
      isSealed(record, secret) || (secretBefore !== '' && isSealed(record, secretBefore));
    const records = await Promise.all(
      (await listShells(store)).map(async (version) => {
        const known = this.shells.get(version);
        if (known) return known;
        const record = await readShell(store, version).catch((error: Error) => {
          log(error.message);
          return null;
        });
        return record && isOurs(record) ? record : null;
      }),
    );
    this.shells = new Map(records.flatMap((record) => (record ? [[record.version, record]] : [])));
  }
}

/** A store that is gone may come back whole: what is written meanwhile would stand in its way. */
async function storeIfThere(folder: string, store: Store, secret: string): Promise<void> {
  if (!(await storeExists(store))) throw new Error('nothing was published to it yet');
  await storeShell(store, folder, secret);
}

/** Keeps the files of this site's own build in the store while it runs; resolves when they are there, or when the store has not taken them in time. Answers the end of it. */
export async function archiveOwnShell(
  folder: string,
  { store, secret, log }: Parts,
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let failed = false;
  const keep = async (): Promise<void> => {
    const problem = await storeIfThere(folder, store, secret).then(
      () => null,
      ({ message }: Error) => message,
    );
    if (problem !== null && !failed)
      log(
        `the store does not take the shell's files (${problem}): pages of this version need a site of this version`,
      );
    if (problem === null && failed) log("the shell's files are in the store");
    failed = problem !== null;
    if (!ended) timer = setTimeout(() => void keep(), failed ? RETRY_MS : RENEW_MS).unref();
  };
  await Promise.race([keep(), sleep(STORE_BUDGET_MS, undefined, { ref: false })]);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** The versions of the shell that a site knows beside its own. */
export interface Shells {
  read(file: string): Promise<Buffer | null>;
  close(): void;
}

/** Of a site that is not a release of the shell. */
export const noShells: Shells = { read: async () => null, close() {} };

/** Stores the files of a site's own build, and finds those of the others. */
export async function openShells(folder: string, parts: Parts): Promise<Shells> {
  return { close: await archiveOwnShell(folder, parts), read: new ShellArchive(parts).read };
}
