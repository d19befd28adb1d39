import type { LivePointer } from '@carry/contracts/release';
import { isQuarantined } from '../documents/version-history';
import { readLive } from '../pointers/live';
import { readOwners } from '../pointers/site';
import type { SigningKey } from '../signing/keys';
import { maySign, mustBeSigned, type Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import type { Finding } from './doctor';

interface Access {
  store: Store;
  trust: Trust;
  key: SigningKey | null;
}

/** Checks what a pipeline needs to publish a remote: its path, its key or token, and the state of its pointer. Reads no files. */
export async function examineRemote(
  { store, trust, key }: Access,
  remote: string,
): Promise<Finding[]> {
  const owners = await readOwners(store);
  const findings: Finding[] = [];
  const error = (what: string) => findings.push({ level: 'error', what });
  const warning = (what: string) => findings.push({ level: 'warning', what });
  if (!Object.hasOwn(owners, remote))
    error(
      `${remote} owns no path of this site; its operator can add one with 'releases owner add ${remote} --path /…'`,
    );
  else if (mustBeSigned(trust, remote) && !(key && maySign(trust, remote, key.id)))
    error(
      key
        ? `the key ${key.id} may not sign ${remote}: it is not a key of its team`
        : `${remote} must be signed; set RELEASES_KEY to its team's key`,
    );
  const pointer = (await readLive(store)).remotes[remote];
  for (const what of notesOn(remote, pointer)) warning(what);
  return findings;
}

function notesOn(remote: string, pointer: LivePointer | undefined): string[] {
  if (!pointer) return [`${remote} has no live release; publish one before a canary`];
  const { lock, version } = pointer;
  return [
    ...(lock
      ? [`${remote} is locked by ${lock.who}: ${lock.why}; only previews can be published`]
      : []),
    ...(isQuarantined(pointer, version) ? [`${remote}@${version} is in quarantine`] : []),
  ];
}
