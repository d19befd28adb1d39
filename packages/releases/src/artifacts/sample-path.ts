import type { SiteDocument } from '@carry/contracts/site';

/** Returns an address of this site that matches a route pattern. */
export const samplePath = (pattern: string, site: Pick<SiteDocument, 'settings'> | null) =>
  pattern
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => site?.settings?.[name]?.value ?? whole)
    .replaceAll(/:\w+/g, '1')
    .replace(/\/\*$/, '');
