import { isApiError } from '@carry/contracts/shell';

/** Resolves with the result of a call, or with `instead` after a 404 or 410. */
export const ifMissing = <T, Instead>(call: Promise<T>, instead: Instead): Promise<T | Instead> =>
  call.catch((error: unknown) => {
    if (isApiError(error) && (error.status === 404 || error.status === 410)) return instead;
    throw error;
  });
