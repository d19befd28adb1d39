import { assetPath, FailureReference, isApiError, Retry } from '@carry/remote-kit';
import { paths, refusedSession } from '@carry/remote-kit/paths';
import { LinkButton, State } from '@carry/ui';
import { Link, useParams } from 'react-router-dom';
import broken from '../art/error.svg';

interface FailedProps {
  error: unknown;
  subject: string;
}

/** Links to the login after a 401, and offers a retry after a failure that may pass. */
export function Failed({ error, subject }: FailedProps) {
  const isOfOne = Object.keys(useParams()).length > 0; // a list that the server lacks may come back
  const isMissing = isOfOne && isApiError(error) && error.status === 404;
  const isSignedOut = isApiError(error) && error.status === 401;
  const message = isMissing ? `We couldn't find ${subject}.` : `Unable to load ${subject}.`;
  return (
    <State drawing={assetPath(broken)} role="alert">
      <p>{isSignedOut ? "You've been signed out." : message}</p>
      <FailureReference error={error} />
      {isSignedOut ? (
        <LinkButton as={Link} to={paths.login} state={refusedSession} variant="quiet">
          Log in
        </LinkButton>
      ) : (
        !isMissing && <Retry />
      )}
    </State>
  );
}
