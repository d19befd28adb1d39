/** A claim and the value that it must have, or hold in a list. */
export interface ClaimRule {
  claim: string;
  value: string;
}

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** Accounts that may change each remote whose owner names the issuer. */
  operators: readonly ClaimRule[];
  /** Accounts that may look; `all`: every account of the issuer. */
  viewers: readonly ClaimRule[] | 'all';
}

/** Parses rules such as `groups=platform,email=kim@carry.example`. Throws for a malformed rule. */
export function readClaimRules(variable: string, text: string | undefined): ClaimRule[] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const at = part.indexOf('=');
    if (at < 1 || at === part.length - 1)
      throw new Error(
        `${variable} has '${part.slice(0, 60)}', which is not a rule such as groups=platform`,
      );
    return { claim: part.slice(0, at), value: part.slice(at + 1) };
  });
}
