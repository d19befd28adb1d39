import { paths } from '@carry/remote-kit/paths';
import { LinkButton } from '@carry/ui';
import { Link } from 'react-router-dom';

export const MySessionsLink = () => (
  <LinkButton as={Link} to={paths.sessions} variant="quiet">
    My Sessions
  </LinkButton>
);

export const SessionLinks = ({ bookingId }: { bookingId: number | string }) => (
  <>
    <LinkButton as={Link} to={paths.session(bookingId)} variant="quiet">
      View booking
    </LinkButton>
    <MySessionsLink />
  </>
);
