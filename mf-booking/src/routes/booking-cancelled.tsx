import { paths } from 'contracts/paths';
import type { RouteHandle } from 'contracts/shell';
import { Link } from 'react-router-dom';
import { LinkButton } from 'shared-ui';
import styles from '../booking/booking.module.css';

const BookingCancelled = () => (
  <div className={styles.single}>
    <h1 tabIndex={-1}>Booking Cancelled</h1>
    <p>Your payment was cancelled and your session was not booked. You can try again whenever you like; what you typed is kept.</p>
    <LinkButton as={Link} to={paths.home}>
      Back to Home
    </LinkButton>
  </div>
);

const handle: RouteHandle = { head: ({ site }) => ({ title: `Booking Cancelled | ${site.name}`, noindex: true }) };

export const route = { Component: BookingCancelled, handle };
