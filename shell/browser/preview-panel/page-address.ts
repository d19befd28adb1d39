const MAX_ADDRESS = 300;
/** Longest value of a parameter that people choose; longer ones are likely tokens. */
const MAX_VALUE = 64;
/** Parameters that may contain a secret or personal data, such as the `code` and `state` of a sign-in. */
const PRIVATE =
  /auth|claim|code|discord|hash|iban|invite|key|mail|name|nonce|otp|pass|phone|preview|pw|secret|session|sig|state|tel|ticket|token|uid|user/i;

/** Returns the address of a page for other people: its path, and its query without secrets and personal data if both are short enough. */
export function getPageAddress(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of [...query])
    if (PRIVATE.test(name) || value.includes('@') || value.length > MAX_VALUE) query.delete(name);
  const address = query.size > 0 ? `${pathname}?${query}` : pathname;
  return address.length > MAX_ADDRESS ? pathname : address;
}
