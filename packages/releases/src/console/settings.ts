import { type OidcSettings, readClaimRules } from './claim-rules';

const SCOPE = 'openid email profile';

export interface ConsoleSettings {
  oidc: OidcSettings;
  origin: string;
}

/** Returns the settings of the environment; null without an issuer. Throws a sentence for incomplete ones. */
export function readConsoleSettings(): ConsoleSettings | null {
  const issuer = process.env['CONSOLE_OIDC_ISSUER']?.trim();
  if (!issuer) return null;
  const clientId = process.env['CONSOLE_OIDC_CLIENT_ID']?.trim();
  const clientSecret = process.env['CONSOLE_OIDC_CLIENT_SECRET']?.trim();
  const url = process.env['RELEASES_URL']?.trim();
  if (!clientId || !clientSecret || !url)
    throw new Error(
      'CONSOLE_OIDC_ISSUER needs CONSOLE_OIDC_CLIENT_ID, CONSOLE_OIDC_CLIENT_SECRET and RELEASES_URL',
    );
  const viewers = process.env['CONSOLE_VIEWERS']?.trim();
  return {
    origin: new URL(url).origin,
    oidc: {
      issuer,
      clientId,
      clientSecret,
      scope: process.env['CONSOLE_OIDC_SCOPE']?.trim() || SCOPE,
      operators: readClaimRules('CONSOLE_OPERATORS', process.env['CONSOLE_OPERATORS']),
      viewers: viewers === 'all' ? 'all' : readClaimRules('CONSOLE_VIEWERS', viewers),
    },
  };
}
