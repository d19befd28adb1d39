import { isApiError } from '@carry/contracts/shell';

/** Ignores failed calls that a rendered release leaves unhandled: checks run without an API. */
export function ignoreFailedCalls(): void {
  process.on('unhandledRejection', (error) => {
    if (!isApiError(error)) throw error;
  });
}
