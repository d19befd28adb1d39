import type { SiteDocument } from '@carry/contracts/site';
import { UsageError } from '../command-line/flags';
import { storeExists } from '../pointers/live';
import { readSite } from '../pointers/site';
import { HttpStoreClient } from '../service/http-store-client';
import { readKey, type SigningKey } from '../signing/keys';
import { type Pass, withPass } from '../signing/pass';
import { SignedStore } from '../signing/signed-store';
import { deriveTrust, readOperators, type Trust } from '../signing/trust';
import { DryStore } from '../stores/dry-store';
import { openStore } from '../stores/open-store';
import type { Store } from '../stores/store';
import type { StoreCommand } from './command';
import { enter, pipelineToken } from './pipeline';

export interface Opened {
  store: Store;
  unsigned: Store;
  key: SigningKey | null;
  trust: Trust;
  trustNow(): Trust;
  /** Reloads the trusted keys after a change of `site.json`. */
  follow(): Promise<void>;
}

export async function openFor(
  command: StoreCommand,
  location: string,
  log: (line: string) => void,
): Promise<Opened> {
  const environmentKey = signingKey();
  const operators = asUsage(() => readOperators(process.env['RELEASES_TRUST']));
  const { behind, key, pass } = await openBehind(location, environmentKey, log);
  const trusting = (site: SiteDocument | null) => {
    const base = deriveTrust(site, operators);
    return pass ? withPass(base, pass) : base;
  };
  let trust = trusting(await readSite(behind));
  const store = trust.signed || key ? new SignedStore(behind, () => trust, key) : behind;
  if (!command.adopts) trust = trusting(await readSite(store)); // verifies its signature
  if (!command.creates && !(await storeExists(store)))
    throw new Error(`there is no store at ${store.name}`);
  const follow = async () => {
    trust = trusting(await readSite(behind));
  };
  return { store, unsigned: behind, key, trust, trustNow: () => trust, follow };
}

/** Returns the same stores for a dry run: they check and sign each change, and keep it in memory. */
export function withoutWrites(opened: Opened): Opened {
  const unsigned = new DryStore(opened.unsigned);
  const isSigned = opened.store !== opened.unsigned;
  const store = isSigned ? new SignedStore(unsigned, opened.trustNow, opened.key) : unsigned;
  return { ...opened, store, unsigned };
}

interface Behind {
  behind: Store;
  key: SigningKey | null;
  pass?: Pass;
}

async function openBehind(
  location: string,
  key: SigningKey | null,
  log: (line: string) => void,
): Promise<Behind> {
  if (!/^https?:\/\//i.test(location)) {
    const behind = await openStore(location).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    return { behind, key };
  }
  if (key) return { behind: new HttpStoreClient(location, key), key };
  const token = await pipelineToken(location);
  if (!token)
    throw new UsageError(
      `${location} accepts signed requests only; set RELEASES_KEY to your key or to the path of its file; 'releases key new' makes one`,
    );
  return enter(location, token, log);
}

function signingKey(): SigningKey | null {
  const text = process.env['RELEASES_KEY']?.trim();
  if (!text) return null;
  return asUsage(() => readKey('RELEASES_KEY', text));
}

export function asUsage<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
