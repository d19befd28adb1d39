import { isApiError, type Outcome } from '@carry/remote-kit';

/** What a refused change says: a password that is not right at its field, anything else of the whole form. */
export function refused<Field extends string>(failure: unknown, password: Field): Outcome<Field> {
  if (isApiError(failure) && failure.status === 403) {
    const errors: Partial<Record<string, string>> = {
      [password]: failure.detail ?? 'The password is not right.',
    };
    return { errors: errors as Partial<Record<Field, string>> };
  }
  const detail =
    (isApiError(failure) && failure.detail?.replace(/^\w+: /, '')) ||
    'That did not work. Please try again.';
  return { error: detail };
}
