import type { SiteDocument } from '@carry/contracts/site';
import { keyId } from '../signing/keys';
import type { Trust } from '../signing/trust';

export interface Signers {
  owners: SiteDocument['owners'];
  trust: Pick<Trust, 'operators' | 'teamKeys' | 'audit'>;
}

const getTeamKeys = (remote: string, { teamKeys, audit }: Signers['trust']): string[] => [
  ...teamKeys(remote),
  ...(audit.formerKeys ?? []).filter(({ of }) => of === remote).map(({ key }) => key),
];

/** Returns the author of an audit entry in words: the team or operator that holds a key. Other authors stay as they are. */
export function nameAuthor(who: string, remote: string, { owners, trust }: Signers): string {
  const isAmong = (keys: readonly string[]) => keys.some((key) => `key ${keyId(key)}` === who);
  if (isAmong(trust.operators)) return 'an operator';
  if (!isAmong(getTeamKeys(remote, trust))) return who;
  const { contact } = owners[remote] ?? {};
  return `the team of ${remote}${contact ? ` (${contact})` : ''}`;
}

/** Returns the authors that have names, by remote: those of each key which may sign for it. */
export function nameAuthors(
  remotes: readonly string[],
  signers: Signers,
): Record<string, Record<string, string>> {
  const { trust } = signers;
  const namesAt = (remote: string) =>
    [...trust.operators, ...getTeamKeys(remote, trust)].map((key) => {
      const who = `key ${keyId(key)}`;
      return [who, nameAuthor(who, remote, signers)] as const;
    });
  return Object.fromEntries(remotes.map((remote) => [remote, Object.fromEntries(namesAt(remote))]));
}
