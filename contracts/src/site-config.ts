import type { FirstProduct, SiteConfig } from './shell';

/** What an installation declares of itself. */
export interface SiteFacts extends Pick<SiteConfig, 'name' | 'url'> {
  readonly settings: Readonly<Record<string, string>>;
  readonly redirects: Readonly<Record<string, readonly string[]>>;
}

/** The site as remotes of this contract read it. */
export const siteConfigOf = (facts: SiteFacts): SiteConfig => ({
  ...firstProduct(facts),
  ...facts,
});

/** What contract 1 calls by the names of its first product. A setting that nobody declares is its own name in braces. */
function firstProduct({ settings, redirects }: SiteFacts): FirstProduct {
  const setting = (name: string) => settings[name] ?? `{${name}}`;
  const siteKey = settings['recaptchaSiteKey'];
  return {
    discordInviteUrl: setting('discordInviteUrl'),
    creditUrl: setting('creditUrl'),
    coachSlug: setting('coachSlug'),
    coachContact: setting('coachContact'),
    captcha: siteKey
      ? { provider: 'recaptcha', siteKey }
      : { provider: 'altcha', challengePath: '/api/captcha/challenge/' },
    payment: {
      publishableKey: settings['stripePublishableKey'] ?? null,
      origins: redirects['payment'] ?? [],
    },
    chatOrigins: redirects['chat'] ?? [],
  };
}
