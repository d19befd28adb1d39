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

interface Note {
  line: string;
  code: string;
}

function unsigned({ signed, operators }: Trust): Note | null {
  if (!signed)
    return {
      code: 'release.store_unsigned',
      line: 'releases are unsigned: anyone with write access to the release store can ship',
    };
  return operators.length > 0
    ? null
    : {
        code: 'release.operators_unknown',
        line: 'RELEASES_TRUST is not set: anyone with write access to the release store can change who may ship',
      };
}

function unsharedQuarantines({ signed, siteKeys }: Trust, key: SigningKey | null): Note | null {
  if (!signed || (key && siteKeys.includes(key.publicKey))) return null;
  return {
    code: 'release.quarantines_local',
    line: key
      ? `site.json lacks the key of this site: run 'releases site keys --key ${key.publicKey}' with the keys of all sites`
      : "SITE_KEY is not set: this site's quarantines do not reach other sites",
  };
}

const outdated = (line: string | null): Note | null =>
  line === null ? null : { code: 'release.site_outdated', line };

export const notesOn = (site: SiteDocument, trust: Trust, key: SigningKey | null = null): Note[] =>
  [
    unsigned(trust),
    unsharedQuarantines(trust, key),
    outdated(contractsDiffer(site)),
    outdated(missingParts(site)),
  ].filter((note) => note !== null);
