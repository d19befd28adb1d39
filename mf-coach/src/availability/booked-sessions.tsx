import { formatInstant, readPages, type ShellApi, useShell } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { dateIn, isTimeZone } from '@carry/remote-kit/format';
import type { Availability } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { getBookingPage } from '../bookings/api';
import { getStart, getStudent } from '../bookings/describe';
import styles from './availability.module.css';

interface Days {
  from: string;
  /** The last day, included. */
  until: string;
}

interface Session {
  booking: CoachBooking;
  start: number;
}

const DAY_MS = 24 * 3_600_000;
const CALL_ROWS = 100;
const MAX_SHOWN = 10;

async function readSessions(
  api: ShellApi['api'],
  { from, until, zone }: Days & { zone: string },
): Promise<Session[]> {
  const edge = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toJSON();
  const isMeant = (booking: CoachBooking) => {
    const start = getStart(booking);
    const date = start === null ? '' : dateIn(zone, start);
    return booking.status === 'confirmed' && date >= from && date <= until;
  };
  let page = await readPages({
    query: `status=confirmed&from=${edge(from, -1)}&to=${edge(until, 2)}&order=asc&limit=${CALL_ROWS}`,
    read: (query) => getBookingPage(api, query),
    whole: (rows) => rows.filter(isMeant),
    keep: isMeant,
    size: CALL_ROWS,
  });
  const bookings = [...page.rows];
  while (page.more) {
    page = await page.more();
    bookings.push(...page.rows);
  }
  return bookings
    .map((booking) => ({ booking, start: getStart(booking) ?? 0 }))
    .sort((a, b) => a.start - b.start);
}

export interface BookedSessionsProps extends Days {
  /** These days cannot be added. */
  isWrong: boolean;
  special: Availability['special'];
  zone: string;
}

/** Browsers report a year while it is typed: 0002, 0020. */
const isWhole = (date: string) => date >= '1000';

function useShownDays({ from, until, isWrong, special }: BookedSessionsProps): Days | null {
  const last = until || from;
  const [shown, setShown] = useState<Days | null>(null);
  useEffect(() => {
    if (from) setShown(!isWrong && isWhole(from) && isWhole(last) ? { from, until: last } : null);
  }, [from, last, isWrong]);
  const isAdded = special.some(({ date }) => date === shown?.from);
  return from || isAdded ? shown : null;
}

/** Sessions on days that are chosen to be off. They stay booked, so the coach moves or cancels them. */
export function BookedSessions(props: BookedSessionsProps): ReactNode {
  const { zone } = props;
  const { api } = useShell();
  const { from, until } = useShownDays(props) ?? { from: '', until: '' };
  const [sessions, setSessions] = useState<Session[] | 'failed'>([]);
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Session[] | 'failed') => isCurrent && setSessions(next);
    show([]);
    if (from && isTimeZone(zone))
      void readSessions(api, { from, until, zone }).then(show, () => show('failed'));
    return () => {
      isCurrent = false;
    };
  }, [api, from, until, zone]);
  return (
    <div role="status" className={styles.booked}>
      {sessions === 'failed' ? (
        <p>We couldn't check your sessions on these days.</p>
      ) : (
        sessions.length > 0 && (
          <SessionLinks sessions={sessions} zone={zone} isOneDay={from === until} />
        )
      )}
    </div>
  );
}

function StudentName({ booking }: Pick<Session, 'booking'>) {
  const { name } = getStudent(booking);
  return (
    name && (
      <>
        {' · '}
        <bdi>{name}</bdi>
      </>
    )
  );
}

interface SessionLinksProps {
  sessions: Session[];
  zone: string;
  isOneDay: boolean;
}

const SessionLinks = ({ sessions, zone, isOneDay }: SessionLinksProps) => (
  <>
    <p>
      {sessions.length} booked session{sessions.length === 1 ? '' : 's'} on{' '}
      {isOneDay ? 'this day' : 'these days'}:
    </p>
    <ul>
      {sessions.slice(0, MAX_SHOWN).map(({ booking, start }) => (
        <li key={booking.id}>
          {/* a new tab, because this page has unsaved changes */}
          <Link to={paths.coachBooking(booking.id)} target="_blank">
            {formatInstant(start, zone)}
            <StudentName booking={booking} />
          </Link>
        </li>
      ))}
    </ul>
    {sessions.length > MAX_SHOWN && <p>And {sessions.length - MAX_SHOWN} more.</p>}
  </>
);
