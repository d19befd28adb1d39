import { isApiError, readBodyText } from '@carry/remote-kit';

/** Returns the `error` or `detail` of a rejected call, or null without either. */
export const failureWords = (failure: unknown): string | null =>
  readBodyText(failure, 'error') ??
  (isApiError(failure) ? failure.detail : null) ??
  readBodyText(failure, 'detail');
