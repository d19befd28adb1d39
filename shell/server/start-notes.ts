import type { SiteDocument } from '@carry/contracts/site';
import type { SigningKey, Trust } from '@carry/releases';
import { contractsDiffer } from './public-site';

/** A sentence about a `site.json` from before it said what the product is or what the shell serves, with the commands that repair it; or null. */
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
  if (!signed) return 'nothing is signed: whoever can write the release store can ship';
  return operators.length > 0
    ? null
    : 'RELEASES_TRUST is not set: whoever can write the release store can change who may ship';
}

/** A sentence where a site cannot sign its verdicts on failing releases. */
function verdictsAlone({ signed, siteKeys }: Trust, key: SigningKey | null): string | null {
  if (!signed || (key && siteKeys.includes(key.publicKey))) return null;
  return key
    ? `site.json does not name the key of this site: run 'releases site keys --key ${key.publicKey}' with the keys of all sites`
    : 'SITE_KEY is not set: verdicts on failing releases hold at this site alone';
}

/** What an operator is told when a shell starts: who can ship, and what is old in `site.json`. */
export const notesOn = (
  site: SiteDocument,
  trust: Trust,
  key: SigningKey | null = null,
): string[] =>
  [unsigned(trust), verdictsAlone(trust, key), contractsDiffer(site), missingParts(site)].filter(
    (note) => note !== null,
  );
