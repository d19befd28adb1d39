import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type SiteFile, siteFile } from '@carry/contracts/site';
import { installSite, ownServes, type Store } from '@carry/releases';

/** The file that says what the installation of this workspace is. */
export const sitePath = path.join(import.meta.dirname, '../site.json');

export const readSiteFile = (file = sitePath): SiteFile =>
  siteFile.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Makes sure that a store knows what this workspace's site is. */
export const installOwnSite = (store: Store, file = sitePath): Promise<void> =>
  installSite(store, readSiteFile(file), { why: 'as tools/workspace/site.json says' }, ownServes());
