import { isApiError } from '@carry/contracts/shell';
import { Button, Reference } from '@carry/ui';
import { useAsyncError, useRevalidator } from 'react-router-dom';

/** Reloads the page's data after a failure. */
export function Retry({ label = 'Retry' }: { label?: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Button
      variant="quiet"
      busy={state === 'loading'}
      busyLabel="Loading..."
      onClick={() => void revalidate()}
    >
      {label}
    </Button>
  );
}

/** For an `errorElement`: shows the failed call's request id, if there is one. */
export function FailureReference() {
  const error = useAsyncError();
  return <Reference id={isApiError(error) ? error.requestId : undefined} />;
}

/** Resolves with the result of a call, or with `instead` after a 404 or 410. */
export const ifMissing = <T, Instead>(call: Promise<T>, instead: Instead): Promise<T | Instead> =>
  call.catch((error: unknown) => {
    if (isApiError(error) && (error.status === 404 || error.status === 410)) return instead;
    throw error;
  });
