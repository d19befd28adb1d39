import { type LiveClaims, liveClaims } from '@carry/contracts/release';
import type { SiteConfig } from '@carry/contracts/shell';
import type { SiteDocument } from '@carry/contracts/site';
import { listVersions, servedContracts } from '../universal/contract/contracts';
import type { ReleaseRef } from '../universal/page/boot';
import type { Records } from './composition/composition';
import type { ServerConfig } from './config/config';

/** Public part of `site.json`, for the teams behind remotes: contracts, path owners, and the origins that owners may call and frame. */
export const publicSite = ({ schema, revision, serves, owners }: SiteDocument) => ({
  schema,
  revision,
  serves,
  owners: Object.fromEntries(
    Object.entries(owners).map(([name, { paths, connect, frames }]) => [
      name,
      { paths, connect, frames },
    ]),
  ),
});

export const collectClaims = (records: Records): LiveClaims[] =>
  [...records.values()].flatMap((record) => (record ? [liveClaims.parse(record)] : []));

/** Returns the setup that pages can observe, so that a preview site can copy it. */
export const describeSetup = (
  shell: string,
  { name, settings, redirects }: SiteConfig,
  { pictureOrigins, apiRequestIds }: Pick<ServerConfig, 'pictureOrigins' | 'apiRequestIds'>,
) => ({ shell, name, settings, redirects, pictureOrigins, apiRequestIds });

/** Describes a live release for other hosts. Its manifest is in the folder `web`, also if its entry is deeper. */
export const liveRemote = ({ name, version, entry, integrity }: ReleaseRef) => ({
  name,
  version,
  entry,
  integrity,
  manifest: entry.replace(/(?<=\/web\/).*|[^/]*$/, 'mf-manifest.json'),
});

export function contractsDiffer({ serves }: Pick<SiteDocument, 'serves'>): string | null {
  if (!serves) return null;
  const list = (versions: number[]) => versions.sort((a, b) => a - b).join(' and ');
  const [declared, supported] = [
    serves.contracts.map(({ version }) => version),
    listVersions(servedContracts),
  ];
  return list(declared) === list(supported)
    ? null
    : `site.json declares contracts ${list(declared)}, this shell serves ${list(supported)}: run 'releases site serve' where it was built`;
}
