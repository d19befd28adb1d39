import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type SiteFile, siteFile } from '@carry/contracts/site';
import { installSite, ownServes, type Store } from '@carry/releases';

export const sitePath = path.join(import.meta.dirname, '../site.json');

export const readSiteFile = (file = sitePath): SiteFile =>
  siteFile.parse(JSON.parse(readFileSync(file, 'utf8')));

export const installOwnSite = (store: Store, file = sitePath): Promise<void> =>
  installSite(store, readSiteFile(file), { why: 'tools/workspace/site.json', serves: ownServes() });
