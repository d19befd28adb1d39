import { isApiError } from '@carry/contracts/shell';
import { Button, Reference } from '@carry/ui';
import { useAsyncError, useRevalidator } from 'react-router-dom';

/** Reloads the page's data after a failure. The page's heading gets the focus, because a success removes the button. */
export function Retry({ label = 'Retry' }: { label?: string }) {
  const { revalidate, state } = useRevalidator();
  const retry = () => {
    void revalidate();
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  return (
    <Button variant="quiet" busy={state === 'loading'} busyLabel="Loading..." onClick={retry}>
      {label}
    </Button>
  );
}

/** Shows the failed call's request id, if there is one. `error`: the failure outside an `errorElement`. */
export function FailureReference({ error: failure }: { error?: unknown }) {
  const error = useAsyncError() ?? failure;
  return <Reference id={isApiError(error) ? error.requestId : undefined} />;
}
