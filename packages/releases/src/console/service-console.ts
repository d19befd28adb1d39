import { hkdfSync } from 'node:crypto';
import type { Hono } from 'hono';
import type { SiteReader } from '../reports/site-health';
import type { Service } from '../service/parts';
import { SignedStore } from '../signing/signed-store';
import { cachedStore } from '../stores/cached-store';
import { createAccountAuthority } from './account-authority';
import { createConsole } from './app';
import type { OidcSettings } from './claim-rules';
import { CookieSeal } from './cookies';
import { OidcClient } from './oidc';

interface ServiceConsoleParts {
  oidc: OidcSettings;
  origin: string | null;
  site: SiteReader;
  pages?: string | null;
}

/** Returns the key of the cookies: the same at all release servers that have the client secret. */
const cookieKey = (clientSecret: string) =>
  new Uint8Array(hkdfSync('sha256', clientSecret, '', 'carry-console-cookies-v1', 32));

export function createServiceConsole(
  service: Service,
  { oidc, origin, site, pages }: ServiceConsoleParts,
): Hono {
  const { store, trust, now, previewLink, following, changes, stopping } = service;
  const { info, log } = following;
  return createConsole({
    store: new SignedStore(cachedStore(store), trust, null),
    authority: createAccountAuthority(service),
    signIn: { kind: 'oidc', client: new OidcClient(oidc), settings: oidc, trust, info, log },
    seal: new CookieSeal(cookieKey(oidc.clientSecret)),
    follow: (signal) => changes.follow({ signal: AbortSignal.any([signal, stopping]) }),
    ...{ origin, now, previewLink, site, info, trust },
    ...(pages !== undefined && { pages }),
  });
}
