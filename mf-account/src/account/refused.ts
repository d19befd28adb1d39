import { isApiError, type Outcome } from '@carry/remote-kit';

/** Returns the errors of a refused change: a wrong password at its field, anything else above the form. */
export function toFormErrors<Field extends string>(
  failure: unknown,
  password: Field,
  fallback = "That didn't work. Please try again.",
): Outcome<Field> {
  if (isApiError(failure) && failure.status === 403) {
    const errors: Partial<Record<string, string>> = {
      [password]: failure.detail ?? "That password isn't right.",
    };
    return { errors: errors as Partial<Record<Field, string>> };
  }
  const detail = (isApiError(failure) && failure.detail) || fallback;
  return { error: detail };
}
