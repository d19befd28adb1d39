/** Codes of a folder that this account may not use, whenever it asks. */
const FOLDER_REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);
/** Answers of a bucket that another try may change: a timeout, a lost race, too many requests. */
const TRANSIENT_STATUSES = new Set([408, 409, 412, 425, 429]);
/** Answers that name the clock or the session of a credential, which is renewed by itself. */
const TRANSIENT_NAMES = new Set(['RequestTimeTooSkewed', 'ExpiredToken', 'RequestTimeout']);

interface StoreFailure {
  name?: unknown;
  code?: unknown;
  $metadata?: { httpStatusCode?: unknown };
}

/**
 * Returns why a store refuses for good, such as `403 AccessDenied`, or null for a failure that another try may not meet. A refusal ends
 * when somebody changes credentials, policy or address.
 */
export function storeRefusal(error: unknown): string | null {
  const { name, code, $metadata } = Object(error) as StoreFailure;
  if (typeof code === 'string' && FOLDER_REFUSALS.has(code)) return code;
  if (name === 'CredentialsProviderError') return String(name);
  const status = $metadata?.httpStatusCode;
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  if (TRANSIENT_STATUSES.has(status) || TRANSIENT_NAMES.has(String(name))) return null;
  return `${status} ${String(name)}`;
}
