import { isApiError } from '@carry/remote-kit';

/** Returns the `error` or `detail` of a rejected call, or null without either. */
export function failureWords(failure: unknown): string | null {
  if (!isApiError(failure)) return null;
  return errorOf(failure.body) ?? failure.detail;
}

function errorOf(body: string): string | null {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' && error ? error : null;
  } catch {
    return null;
  }
}
