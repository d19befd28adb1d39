import type { SiteConfig } from '@carry/contracts/shell';

/** Replaces `{setting}` placeholders of a configured link. */
export const resolveHref = (url: string, { settings = {} }: Pick<SiteConfig, 'settings'>): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, name: string) => settings[name] ?? '');
