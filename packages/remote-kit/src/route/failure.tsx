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
