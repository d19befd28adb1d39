import { isApiError } from '@carry/remote-kit';

/** What a server says of a call that it refused: its `error` or its `detail`; null when it says nothing. */
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
