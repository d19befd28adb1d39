import { paths } from 'contracts/paths';
import { isApiError, type ShellApi } from 'contracts/shell';
import { Navigate, redirect, useAsyncError } from 'react-router-dom';
import { load } from 'remote-kit';
import { Banner } from 'shared-ui';
import { getBookings } from './api';

/** The loader of both pages: the coach's bookings; a visitor is sent to the login. */
export const bookingsLoader = (shell: ShellApi) => () => {
  if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
  return load(shell, { bookings: getBookings(shell.api) });
};

/** Stands where the bookings should be. */
export function BookingsFailed() {
  const error = useAsyncError();
  if (isApiError(error) && error.status === 401) return <Navigate to={paths.login} replace />;
  return (
    <Banner tone="danger" role="alert">
      <p>Unable to load bookings.</p>
    </Banner>
  );
}
