import type { SiteConfig } from './shell';

/** What an installation declares of itself, and its keys. */
export interface SiteFacts extends Pick<SiteConfig, 'name' | 'url' | 'captcha'> {
  readonly settings: Readonly<Record<string, string>>;
  readonly redirects: Readonly<Record<string, readonly string[]>>;
  readonly publishableKey: string | null;
}

/** The site as remotes of this contract read it. A setting that nobody declares is its own name in braces. */
export function siteConfigOf({ publishableKey, ...facts }: SiteFacts): SiteConfig {
  const { settings, redirects } = facts;
  const setting = (name: string) => settings[name] ?? `{${name}}`;
  return {
    ...facts,
    discordInviteUrl: setting('discordInviteUrl'),
    creditUrl: setting('creditUrl'),
    coachSlug: setting('coachSlug'),
    coachContact: setting('coachContact'),
    payment: { publishableKey, origins: redirects['payment'] ?? [] },
    chatOrigins: redirects['chat'] ?? [],
  };
}
