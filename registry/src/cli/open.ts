import { readFileSync } from 'node:fs';
import { HttpStore } from '../http-store';
import { storeExists } from '../live';
import { openStore } from '../open-store';
import { readSigningKey, type SigningKey } from '../signing/keys';
import { SignedStore } from '../signing/signed-store';
import { readOperators, type Trust, trustOf } from '../signing/trust';
import { readSite } from '../site';
import type { Store } from '../store';
import type { StoreCommand } from './command';
import { UsageError } from './flags';

/** What a command line and its environment say of the store and of who works with it. */
export interface Opened {
  store: Store;
  /** The same without signatures. */
  unsigned: Store;
  /** The key that signs changes, where there is one. */
  key: SigningKey | null;
  trust: Trust;
}

/** Opens the store of a command: a directory, a bucket, or what a release server guards. */
export async function openFor(command: StoreCommand, location: string): Promise<Opened> {
  const key = signingKey();
  const operators = asUsage(() => readOperators(process.env['RELEASES_TRUST']));
  const behind = await openBehind(location, key);
  const site = await readSite(behind);
  let trust = trustOf(site, operators);
  const store = trust.all.length > 0 || key ? new SignedStore(behind, () => trust, key) : behind;
  if (!command.adopts) trust = trustOf(await readSite(store), operators); // now that its signature counts
  if (!command.creates && !(await storeExists(store)))
    throw new Error(`there is no store at ${store.name}`);
  return { store, unsigned: behind, key, trust };
}

async function openBehind(location: string, key: SigningKey | null): Promise<Store> {
  if (/^https?:\/\//.test(location)) {
    if (!key)
      throw new UsageError(
        `${location} takes signed requests only; set RELEASES_KEY to your key, or to its file`,
      );
    return new HttpStore(location, key);
  }
  return openStore(location).catch((error: Error) => {
    throw new UsageError(error.message);
  });
}

/** The key of the environment: `RELEASES_KEY` is one in PEM, or the path of its file. */
function signingKey(): SigningKey | null {
  const text = process.env['RELEASES_KEY']?.trim();
  if (!text) return null;
  return asUsage(() =>
    readSigningKey(text.startsWith('-----') ? text : readFileSync(text, 'utf8')),
  );
}

function asUsage<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
