const FOLDER_REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);
/** Transient statuses of a bucket: a timeout, a lost race, too many requests. */
const TRANSIENT_STATUSES = new Set([408, 409, 412, 425, 429]);
/** Transient error names: clock skew or an expired session, which is renewed automatically. */
const TRANSIENT_NAMES = new Set(['RequestTimeTooSkewed', 'ExpiredToken', 'RequestTimeout']);

interface StoreFailure {
  name?: unknown;
  code?: unknown;
  $metadata?: { httpStatusCode?: unknown };
}

/** Returns a permanent refusal of a store, such as `403 AccessDenied`: only other credentials, policies or addresses end it. Null for a transient error. */
export function storeRefusal(error: unknown): string | null {
  const { name, code, $metadata } = Object(error) as StoreFailure;
  if (typeof code === 'string' && FOLDER_REFUSALS.has(code)) return code;
  if (name === 'CredentialsProviderError') return String(name);
  const status = $metadata?.httpStatusCode;
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  if (TRANSIENT_STATUSES.has(status) || TRANSIENT_NAMES.has(String(name))) return null;
  return `${status} ${String(name)}`;
}
