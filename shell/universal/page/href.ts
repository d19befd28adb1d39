import type { SiteConfig } from '@carry/contracts/shell';

/** Where a declared link leads, with the settings of the site filled in. */
export const hrefOf = (url: string, { settings = {} }: Pick<SiteConfig, 'settings'>): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, name: string) => settings[name] ?? '');
