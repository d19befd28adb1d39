import type { SiteDocument } from '@carry/contracts/site';
import type { SigningKey, Trust } from '@carry/releases';
import { contractsDiffer } from './public-site';

/** Returns a warning with the commands that complete an old `site.json`, or null. */
export function missingParts({
  revision,
  name,
  serves,
}: Pick<SiteDocument, 'revision' | 'name' | 'serves'>): string | null {
  const missing = [
    ...(name === undefined ? [['name', 'site set tools/workspace/site.json']] : []),
    ...(serves === undefined ? [['serves', 'site serve']] : []),
  ];
  if (revision === 0 || missing.length === 0) return null;
  const commands = missing.map(([, command]) => `'npm run releases -- ${command}'`);
  return `site.json predates ${missing.map(([key]) => key).join(' and ')}: run ${commands.join(' and ')}`;
}

function unsigned({ signed, operators }: Trust): string | null {
  if (!signed)
    return 'releases are unsigned: anyone with write access to the release store can ship';
  return operators.length > 0
    ? null
    : 'RELEASES_TRUST is not set: anyone with write access to the release store can change who may ship';
}

function unsharedVerdicts({ signed, siteKeys }: Trust, key: SigningKey | null): string | null {
  if (!signed || (key && siteKeys.includes(key.publicKey))) return null;
  return key
    ? `site.json lacks the key of this site: run 'releases site keys --key ${key.publicKey}' with the keys of all sites`
    : "SITE_KEY is not set: this site's quarantines do not reach other sites";
}

/** Returns warnings for the operator: missing signatures and an outdated `site.json`. */
export const notesOn = (
  site: SiteDocument,
  trust: Trust,
  key: SigningKey | null = null,
): string[] =>
  [unsigned(trust), unsharedVerdicts(trust, key), contractsDiffer(site), missingParts(site)].filter(
    (note) => note !== null,
  );
