import { assetPath, FailureReference, isApiError, Retry } from '@carry/remote-kit';
import { paths, refusedSession } from '@carry/remote-kit/paths';
import { LinkButton, State } from '@carry/ui';
import { Link, useAsyncError } from 'react-router-dom';
import broken from '../art/error.svg';

export const UNABLE = 'Unable to load bookings.';

/** Links to the login after a 401; otherwise offers a retry. */
export function BookingsFailed({
  message = UNABLE,
  reason,
}: {
  message?: string;
  reason?: string;
}) {
  const error = useAsyncError();
  const isSignedOut = isApiError(error) && error.status === 401;
  return (
    <State drawing={assetPath(broken)} role="alert">
      <p>{message}</p>
      <FailureReference />
      {reason && <p>{isSignedOut ? "You've been signed out." : reason}</p>}
      {isSignedOut ? (
        <LinkButton as={Link} to={paths.login} state={refusedSession} variant="quiet">
          Log in
        </LinkButton>
      ) : (
        <Retry />
      )}
    </State>
  );
}
