import { assetPath, FailureReference, isApiError, Retry } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton, State } from '@carry/ui';
import { Link } from 'react-router-dom';
import broken from '../art/error.svg';

/** Links to the login after a 401; otherwise offers a retry. */
export function Failed({ error, message }: { error: unknown; message: string }) {
  const isSignedOut = isApiError(error) && error.status === 401;
  return (
    <State drawing={assetPath(broken)} role="alert">
      <p>{isSignedOut ? "You've been signed out." : message}</p>
      <FailureReference error={error} />
      {isSignedOut ? (
        <LinkButton as={Link} to={paths.login} variant="quiet">
          Log in
        </LinkButton>
      ) : (
        <Retry />
      )}
    </State>
  );
}
