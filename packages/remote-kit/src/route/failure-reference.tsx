import { isApiError } from '@carry/contracts/shell';
import { Reference } from '@carry/ui';
import { useAsyncError } from 'react-router-dom';

/** For an `errorElement`: shows the failed call's request id, if there is one. */
export function FailureReference() {
  const error = useAsyncError();
  return <Reference id={isApiError(error) ? error.requestId : undefined} />;
}
