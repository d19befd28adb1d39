import type { SiteConfig } from '@carry/contracts/shell';
import type { SiteDocument } from '@carry/contracts/site';
import { servedContracts, versionsOf } from '../universal/contract/contracts';
import type { ReleaseRef } from '../universal/page/boot';
import type { ServerConfig } from './config/config';

/** What anybody may know of a site, and teams have to: what it serves, and whose paths are whose. */
export const publicSite = ({ schema, revision, serves, owners }: SiteDocument) => ({
  schema,
  revision,
  serves,
  owners: Object.fromEntries(Object.entries(owners).map(([name, { paths }]) => [name, { paths }])),
});

/** How this site runs, for who tries something on one that is set up alike: its shell, and what its environment says that a page notices. */
export const runsOf = (
  shell: string,
  { name, settings, redirects }: SiteConfig,
  { pictureOrigins, apiRequestIds }: Pick<ServerConfig, 'pictureOrigins' | 'apiRequestIds'>,
) => ({ shell, name, settings, redirects, pictureOrigins, apiRequestIds });

/** The live release of a remote, for tools and other hosts: its federation entry, the entry's integrity hash, and the manifest. */
export const liveRemote = ({ name, version, entry, integrity }: ReleaseRef) => ({
  name,
  version,
  entry,
  integrity,
  manifest: entry.replace(/[^/]*$/, 'mf-manifest.json'),
});

/** A sentence for the log where site.json says other contracts than this shell serves, or null. */
export function contractsDiffer({ serves }: Pick<SiteDocument, 'serves'>): string | null {
  if (!serves) return null;
  const list = (versions: number[]) => versions.sort((a, b) => a - b).join(' and ');
  const [declared, own] = [
    serves.contracts.map(({ version }) => version),
    versionsOf(servedContracts),
  ];
  return list(declared) === list(own)
    ? null
    : `site.json says that contracts ${list(declared)} are served, this shell serves ${list(own)}: run 'releases site serve' where it was built`;
}
