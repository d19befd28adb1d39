/** Returns a claim of a verified token; undefined for an email address that its issuer has not verified. */
export function getClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name === 'email' && claims['email_verified'] !== true) return undefined;
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}
