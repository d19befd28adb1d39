const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

/** A release that must not go live, or an invalid request; the message says what to do. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
}

/** A change that lost a race or that a lock forbids; the message says what to do. */
export class ReleaseConflict extends Error {
  override readonly name = 'ReleaseConflict';
}

export function refuseUnless(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ReleaseRefused(message);
}

/** Returns the deepest cause of a failed request, and what to do about an untrusted certificate. */
export function describeFailure(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (code && UNTRUSTED.test(code))
    return `${code}; set NODE_EXTRA_CA_CERTS to the file with your certificate authority`;
  return cause instanceof Error
    ? describeFailure(cause)
    : [code, message].filter(Boolean).join(': ');
}
