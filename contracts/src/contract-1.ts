import type { SiteConfig } from './shell';

/** What the site of contract 1 had by the names of our product. */
export interface FirstProduct {
  readonly discordInviteUrl: string;
  readonly creditUrl: string;
  /** Slug of coach 1: `/{coachSlug}` redirects to `/booking/1`. */
  readonly coachSlug: string;
  /** The person on the chat server whom coach candidates contact. */
  readonly coachContact: string;
  readonly captcha:
    | { readonly provider: 'altcha'; readonly challengePath: '/api/captcha/challenge/' }
    | { readonly provider: 'recaptcha'; readonly siteKey: string };
  readonly payment: {
    /** Public payment key, only for servers that answer `sessionId` without `url`. */
    readonly publishableKey: string | null;
    /** Origins to which the browser may be sent to pay. */
    readonly origins: readonly string[];
  };
  /** Origins to which the browser may be sent to link a chat account. */
  readonly chatOrigins: readonly string[];
}

/** The site as remotes of contract 1 read it. A setting that nobody declares is its own name in braces. */
export function siteOfContract1(site: SiteConfig): SiteConfig & FirstProduct {
  const { settings, redirects } = site;
  const setting = (name: string) => settings[name] ?? `{${name}}`;
  const siteKey = settings['recaptchaSiteKey'];
  return {
    ...site,
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
