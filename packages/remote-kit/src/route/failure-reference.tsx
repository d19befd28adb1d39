import { isApiError } from '@carry/contracts/shell';
import { Reference } from '@carry/ui';
import { useAsyncError } from 'react-router-dom';

/** Inside an `errorElement`: under which the server's log has the call that failed, where that is known. */
export function FailureReference() {
  const error = useAsyncError();
  return <Reference id={isApiError(error) ? error.requestId : undefined} />;
}
