import { isApiError } from '@carry/contracts/shell';

/** What a call answers, or this instead where the server says 404: there is no such thing. */
export const ifMissing = <T, Instead>(call: Promise<T>, instead: Instead): Promise<T | Instead> =>
  call.catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return instead;
    throw error;
  });
