import { isIssuer } from '@carry/contracts/site';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { getClaim } from '../service/claims';
import { IssuerUnreachable } from '../service/tokens';
import { identityId } from '../signing/pass';
import { Untrusted } from '../signing/signature';
import type { Trust } from '../signing/trust';
import type { ClaimRule, OidcSettings } from './claim-rules';
import type { ConsoleUser } from './users';

const TIMEOUT_S = 5;

export const transaction = z.object({
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
});
export type Transaction = z.infer<typeof transaction>;

export class NoRole extends Untrusted {
  readonly kind = 'no-role';
}

type Claims = Readonly<Record<string, unknown>>;

/** Client of an OpenID provider: authorization code flow with PKCE, state, nonce and verified ID tokens. */
export class OidcClient {
  private configuration: Promise<Configuration> | null = null;
  private readonly settings: OidcSettings;

  constructor(settings: OidcSettings) {
    if (!isIssuer(settings.issuer))
      throw new Error(`CONSOLE_OIDC_ISSUER must be an https address, not '${settings.issuer}'`);
    this.settings = settings;
  }

  async begin(redirectUri: string): Promise<{ url: URL; transaction: Transaction }> {
    const configuration = await this.discover();
    const verifier = randomPKCECodeVerifier();
    const [state, nonce] = [randomState(), randomNonce()];
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.settings.scope,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return { url, transaction: { verifier, state, nonce } };
  }

  /** Exchanges the code in the address that the provider sent the browser to. Throws {@link Untrusted}. */
  async finish(at: URL, { verifier, state, nonce }: Transaction): Promise<Claims> {
    const configuration = await this.discover();
    try {
      const tokens = await authorizationCodeGrant(configuration, at, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return tokens.claims() ?? {};
    } catch (cause) {
      throw new Untrusted(`sign-in failed: ${(cause as Error).message}`, { cause });
    }
  }

  private discover(): Promise<Configuration> {
    this.configuration ??= discover(this.settings).catch((cause: Error) => {
      this.configuration = null;
      throw new IssuerUnreachable(`${this.settings.issuer} cannot be reached`, { cause });
    });
    return this.configuration;
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const isHttp = issuer.startsWith('http:'); // only on this machine, see `isIssuer`
  const options = { timeout: TIMEOUT_S, ...(isHttp && { execute: [allowInsecureRequests] }) };
  const authenticate: ClientAuth = (server, ...more) => {
    const supported = server.token_endpoint_auth_methods_supported ?? [];
    const method = supported.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic;
    method(clientSecret)(server, ...more);
  };
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    undefined,
    authenticate,
    options,
  );
  enableNonRepudiationChecks(configuration); // verifies the signature of ID tokens
  return configuration;
}

/** Returns the user with these claims. Throws {@link Untrusted} if no rule gives the account a role. */
export function userFrom(
  claims: Claims,
  { issuer, clientId, operators, viewers }: OidcSettings,
  trust: Trust,
): ConsoleUser {
  const subject = String(claims['sub'] ?? '').slice(0, 255);
  if (!subject) throw new Untrusted('sign-in failed: the token has no subject');
  const email = String(getClaim(claims, 'email') ?? '');
  const account = `${issuer} ${subject}`;
  const hasAny = (rules: readonly ClaimRule[]) => rules.some((rule) => hasClaim(claims, rule));
  const isOperator = hasAny(operators);
  const identities = trust.pipelines
    .filter((identity) => identity.issuer === issuer && identity.audience === clientId)
    .filter(({ claims: needed }) =>
      Object.entries(needed).every(([claim, value]) => hasClaim(claims, { claim, value })),
    )
    .map(identityId);
  const user = {
    issuer,
    subject,
    name: email ? `${email.slice(0, 200)} (${account})` : account,
    isOperator,
    identities: isOperator ? [] : [...new Set(identities)], // an operator acts for all
  };
  const mayLook = viewers === 'all' || hasAny(viewers);
  if (user.isOperator || user.identities.length > 0 || mayLook) return user;
  throw new NoRole(`${user.name} has no role in this console`);
}

/** Returns true if a claim has the value, or is a list with it. */
const hasClaim = (claims: Claims, { claim, value }: ClaimRule): boolean =>
  [getClaim(claims, claim)]
    .flat()
    .some((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one) === value);
