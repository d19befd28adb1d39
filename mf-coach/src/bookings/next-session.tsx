import {
  bookingZone,
  countdown,
  nameOtherZone,
  unbroken,
  useShell,
  useTime,
} from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { formatDate } from '@carry/remote-kit/format';
import { paths } from '@carry/remote-kit/paths';
import { Card, DateBlock, Figures, LinkButton } from '@carry/ui';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import styles from './bookings.module.css';
import { findNextSession, formatLength, getServiceName, getStart, getStudent } from './describe';

const MINUTE = 60_000;
const roundToMinute = (now: number) => Math.floor(now / MINUTE) * MINUTE;

export function NextSession({ bookings }: { bookings: readonly CoachBooking[] }) {
  const shell = useShell();
  // falls back to local time at once, because a late card would shift the list
  const now = useTime(useCallback(roundToMinute, [])) ?? roundToMinute(shell.now());
  const booking = findNextSession(bookings, now);
  const start = booking && getStart(booking);
  if (!booking || !start) return null;
  const zone = bookingZone(booking.time_zone);
  const zoneName = nameOtherZone(zone);
  const facts = [
    ...new Set([
      zoneName && `${zoneName} time`,
      getStudent(booking).name,
      booking.contact_info,
      formatLength(booking),
    ]),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <section aria-label="Next session">
      <Card className={styles.next}>
        <DateBlock date={new Date(start)} zone={zone} />
        <div className={styles.what}>
          <small>Next session</small>
          <h2>
            {unbroken(formatDate(start, { timeZone: zone, timeStyle: 'short', hourCycle: 'h23' }))},{' '}
            <bdi>{getServiceName(booking) ?? 'session'}</bdi>
          </h2>
          <p dir="auto">{facts}</p>
        </div>
        <p className={styles.soon}>
          <Figures text={start > now ? countdown(start, now) : 'Happening now'} />
        </p>
        <LinkButton as={Link} to={paths.coachBooking(booking.id)}>
          Open next session
        </LinkButton>
      </Card>
    </section>
  );
}
