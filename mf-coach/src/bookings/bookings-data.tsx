import { paths } from '@carry/contracts/paths';
import { isApiError, type ShellApi } from '@carry/contracts/shell';
import { FailureReference, load } from '@carry/remote-kit';
import { Banner, Button, LinkButton } from '@carry/ui';
import { Link, redirect, useAsyncError, useRevalidator } from 'react-router-dom';
import { getBookings } from './api';

export const UNABLE = 'Unable to load bookings.';

/** The loader of both pages: the coach's bookings; a visitor is sent to the login. */
export const bookingsLoader = (shell: ShellApi) => () => {
  if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
  return load(shell, { bookings: getBookings(shell.api) });
};

/** Stands where the bookings should be, with a way on: to the login after a 401, else to another try. */
export function BookingsFailed({ says = UNABLE, reason }: { says?: string; reason?: string }) {
  const error = useAsyncError();
  const { revalidate, state } = useRevalidator();
  const refused = isApiError(error) && error.status === 401;
  return (
    <Banner tone="danger" role="alert">
      <p>{says}</p>
      <FailureReference />
      {reason && <p>{refused ? 'Your session has ended.' : reason}</p>}
      {refused ? (
        <LinkButton as={Link} to={paths.login} variant="quiet">
          Log in
        </LinkButton>
      ) : (
        <Button
          variant="quiet"
          busy={state === 'loading'}
          busyLabel="Loading..."
          onClick={() => void revalidate()}
        >
          Retry
        </Button>
      )}
    </Banner>
  );
}
