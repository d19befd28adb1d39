import type { SiteDocument } from '@carry/contracts/site';
import { isPublicKey, keyId } from './keys';

/** Whose signatures count, as public keys. */
export interface Trust {
  /** They may sign everything. */
  operators: readonly string[];
  /** What a team may sign of its remote. */
  teamKeys(remote: string): readonly string[];
  /** Every key that may sign anything. */
  all: readonly string[];
}

/** Whose signatures count on a site: its operators', and those that its document names for each remote. */
export function trustOf(
  site: Pick<SiteDocument, 'owners'> | null,
  operators: readonly string[],
): Trust {
  const teamKeys = (remote: string) => site?.owners[remote]?.keys ?? [];
  return {
    operators,
    teamKeys,
    all: [...new Set([...operators, ...Object.keys(site?.owners ?? {}).flatMap(teamKeys)])],
  };
}

/** Whether what is shipped of a remote has to be signed: without any key, whoever can write the store ships. */
export const mustBeSigned = ({ operators, teamKeys }: Trust, remote: string): boolean =>
  operators.length > 0 || teamKeys(remote).length > 0;

/** The keys that may sign releases and pointers of a remote. */
export const keysFor = ({ operators, teamKeys }: Trust, remote: string): string[] => [
  ...teamKeys(remote),
  ...operators,
];

/** Whether a key, by its id, may sign for a remote. */
export const maySign = (trust: Trust, remote: string, id: string): boolean =>
  keysFor(trust, remote).some((key) => keyId(key) === id);

/** The public keys of operators in a text, parted by commas; throws one sentence for one that is none. */
export function readOperators(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim());
  const wrong = keys.find((key) => key !== '' && !isPublicKey(key));
  if (wrong !== undefined)
    throw new Error(
      `RELEASES_TRUST has '${wrong.slice(0, 60)}', which is no public key such as 'releases key new' prints`,
    );
  return keys.filter(Boolean);
}
