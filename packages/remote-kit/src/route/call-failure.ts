import type { RefusalCode } from '@carry/contracts/api';
import { isApiError } from '@carry/contracts/shell';

/** Resolves with the result of a call, or with `instead` after a 404 or 410. */
export const ifMissing = <T, Instead>(call: Promise<T>, instead: Instead): Promise<T | Instead> =>
  call.catch((error: unknown) => {
    if (isApiError(error) && (error.status === 404 || error.status === 410)) return instead;
    throw error;
  });

/** Returns the `code` of a refused call. Other servers may send none. */
export function readRefusalCode(failure: unknown): RefusalCode | undefined {
  if (!isApiError(failure)) return undefined;
  try {
    return (JSON.parse(failure.body) as { code?: RefusalCode } | null)?.code;
  } catch {
    return undefined;
  }
}
