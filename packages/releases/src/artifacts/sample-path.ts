import type { SiteDocument } from '@carry/contracts/site';

/** An address for a route pattern on this site. */
export const samplePath = (pattern: string, site: Pick<SiteDocument, 'settings'> | null) =>
  pattern
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => site?.settings?.[name]?.value ?? whole)
    .replaceAll(/:\w+/g, '1')
    .replace(/\/\*$/, '');
