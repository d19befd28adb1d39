import type { SiteDocument } from '@carry/contracts/site';
import { UsageError } from '../command-line/flags';
import { storeExists } from '../pointers/live';
import { readSite } from '../pointers/site';
import { HttpStore } from '../service/http-store';
import { readKeyFile, readSigningKey, type SigningKey } from '../signing/keys';
import { type Pass, withPass } from '../signing/pass';
import { SignedStore } from '../signing/signed-store';
import { readOperators, type Trust, trustOf } from '../signing/trust';
import { openStore } from '../stores/open-store';
import type { Store } from '../stores/store';
import type { StoreCommand } from './command';
import { enter, pipelineToken } from './pipeline';

/** What a command line and its environment say of the store and of who works with it. */
export interface Opened {
  store: Store;
  /** The same without signatures. */
  unsigned: Store;
  /** The key that signs changes, where there is one. */
  key: SigningKey | null;
  trust: Trust;
  /** Reads again whose signatures count, after `site.json` was changed. */
  follow(): Promise<void>;
}

/** Opens the store of a command: a directory, a bucket, or what a release server guards. */
export async function openFor(command: StoreCommand, location: string): Promise<Opened> {
  const own = signingKey();
  const operators = asUsage(() => readOperators(process.env['RELEASES_TRUST']));
  const { behind, key, pass } = await openBehind(location, own);
  const trusting = (site: SiteDocument | null) => {
    const known = trustOf(site, operators);
    return pass ? withPass(known, pass) : known;
  };
  let trust = trusting(await readSite(behind));
  const store = trust.signed || key ? new SignedStore(behind, () => trust, key) : behind;
  if (!command.adopts) trust = trusting(await readSite(store)); // now that its signature counts
  if (!command.creates && !(await storeExists(store)))
    throw new Error(`there is no store at ${store.name}`);
  const follow = async () => {
    trust = trusting(await readSite(behind));
  };
  return { store, unsigned: behind, key, trust, follow };
}

/** A store as it is, before any signature; `key` and `pass`: with what this command signs and shows who it is. */
interface Behind {
  behind: Store;
  key: SigningKey | null;
  pass?: Pass;
}

async function openBehind(location: string, key: SigningKey | null): Promise<Behind> {
  if (!/^https?:\/\//i.test(location)) {
    const behind = await openStore(location).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    return { behind, key };
  }
  if (key) return { behind: new HttpStore(location, key), key };
  const token = await pipelineToken(location);
  if (!token)
    throw new UsageError(
      `${location} accepts signed requests only; set RELEASES_KEY to your key, or to its file`,
    );
  return enter(location, token);
}

/** The key of the environment: `RELEASES_KEY` is one in PEM, or the path of its file. */
function signingKey(): SigningKey | null {
  const text = process.env['RELEASES_KEY']?.trim();
  if (!text) return null;
  return asUsage(() =>
    readSigningKey(text.startsWith('-----') ? text : readKeyFile('RELEASES_KEY', text)),
  );
}

function asUsage<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
