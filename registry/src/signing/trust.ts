import { keyId } from './keys';

/** Whose signatures count, as public keys. A site without any key trusts everybody who can write its store. */
export interface Trust {
  /** They may sign everything. */
  operators: readonly string[];
  /** What a team may sign of its remote. */
  teamKeys(remote: string): readonly string[];
}

/** The keys that may sign releases and pointers of a remote. */
export const keysFor = ({ operators, teamKeys }: Trust, remote: string): string[] => [...teamKeys(remote), ...operators];

/** Whether a key, by its id, may sign for a remote. */
export const maySign = (trust: Trust, remote: string, id: string): boolean => keysFor(trust, remote).some((key) => keyId(key) === id);
