import { isApiError } from '@carry/contracts/shell';
import { Reference } from '@carry/ui';
import { useAsyncError } from 'react-router-dom';

/** Shows the failed call's request id, if there is one. `error`: the failure outside an `errorElement`. */
export function FailureReference({ error: failure }: { error?: unknown }) {
  const error = useAsyncError() ?? failure;
  return <Reference id={isApiError(error) ? error.requestId : undefined} />;
}
