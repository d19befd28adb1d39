import {
  bookingZone,
  countdown,
  describeRest,
  formatMinutes,
  formatSessionDay,
  formatSessionHours,
  unbroken,
  useRefreshed,
  useRefreshFailure,
  useShell,
  useTime,
} from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import {
  BookingReview,
  Conversation,
  History,
  Policy,
  useConversation,
  useNewest,
  useUpdates,
} from '@carry/remote-kit/conversation';
import { formatDate, formatZone } from '@carry/remote-kit/format';
import type { BookingPage } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Card, calendar, Icon, LinkButton, LinkedText } from '@carry/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { type FoundBooking, findBooking, refreshBooking } from './api';
import styles from './bookings.module.css';
import { CoachNotes } from './coach-notes';
import { Contact } from './contact';
import { Delivery } from './delivery';
import {
  describePayment,
  formatLength,
  getPreviousStart,
  getServiceName,
  getStart,
  getStudent,
} from './describe';
import { Share } from './share';
import { Suggestion } from './suggestion';
import { UpdateStatus } from './update-status';

/** In the coach's time zone with a 24-hour clock, as in their mails; without a zone, as the browser has it. */
const formatTime = (time: number, zone: string | null) =>
  zone === null
    ? unbroken(formatDate(time, { dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23' }))
    : `${formatSessionDay(time, zone)}, ${formatSessionHours(time, 0, zone)}`;

/** The booking of a server without pages for bookings, or with messages and history. */
export const BookingDetail = ({ detail }: { detail: FoundBooking }) =>
  detail.page ? (
    <LiveBooking initial={detail} page={detail.page} />
  ) : (
    <PlainBooking initial={detail.booking} />
  );

/** Such a server sends no updates, so the page keeps what it changes. */
function PlainBooking({ initial }: { initial: CoachBooking }) {
  const { api } = useShell();
  const [booking, setBooking] = useRefreshed(initial, async () => {
    const detail = await findBooking(api, String(initial.id));
    return detail?.booking ?? null;
  });
  return (
    <div className={styles.detail}>
      <Facts booking={booking} zone={null} />
      <Work
        booking={booking}
        onChange={(change) => setBooking((latest) => ({ ...latest, ...change }))}
      />
    </div>
  );
}

function LiveBooking({ initial, page: first }: { initial: FoundBooking; page: BookingPage }) {
  const { api } = useShell();
  const [{ booking, page }, setFound] = useState({ booking: initial.booking, page: first });
  const conversation = useConversation(booking.id, 'coach');
  const keepNewest = useNewest();
  const handleFailure = useRefreshFailure();
  const refresh = () =>
    void keepNewest(refreshBooking(api, String(booking.id))).then(
      (next) => next?.page && setFound({ booking: next.booking, page: next.page }),
      handleFailure,
    );
  useUpdates(booking.id, () => {
    conversation.reload();
    refresh();
  });
  const zone = bookingZone(booking.time_zone);
  return (
    <div className={styles.detail}>
      <div className={styles.stack}>
        <Facts
          booking={booking}
          zone={zone}
          place={page.place ?? null}
          refundReason={page.refund_reason}
        >
          <Policy
            booking={{ ...page, status: booking.status }}
            reader="coach"
            zone={zone}
            className={styles.policy}
          />
          <Suggestion booking={booking} page={page} zone={zone} onChange={refresh} />
        </Facts>
        <Delivery
          booking={booking}
          onDelivered={(message) => {
            conversation.add(message);
            refresh();
          }}
        />
        <Card>
          <h2>Messages</h2>
          <Conversation
            booking={booking.id}
            reader="coach"
            names={{ student: page.student_name, coach: 'You' }}
            zone={zone}
            writable={page.writable}
            state={conversation}
          />
        </Card>
      </div>
      <div className={styles.stack}>
        <Work booking={booking} onChange={refresh} />
        {page.share && <Share share={page.share} zone={zone} />}
        {page.review && <Review review={page.review} />}
        <History entries={page.history} zone={zone} />
      </div>
    </div>
  );
}

interface FactsProps {
  booking: CoachBooking;
  zone: string | null;
  place?: BookingPage['place'];
  refundReason?: BookingPage['refund_reason'];
  children?: ReactNode;
}

const Facts = ({ booking, zone, place, refundReason, children }: FactsProps) => (
  <Card>
    <dl className={`${styles.facts} ${styles.below}`}>
      <dt>Booking</dt>
      <dd>{booking.id}</dd>
      <dt>Session time</dt>
      <dd>
        {booking.timed === false ? 'No set time' : <SessionTime booking={booking} zone={zone} />}
      </dd>
      <MovedFrom before={getPreviousStart(booking)} zone={zone} />
      {booking.timed !== false && (
        <>
          <dt>Duration</dt>
          <dd>
            {formatMinutes(booking) ?? 'N/A'}
            <Rest booking={booking} />
          </dd>
        </>
      )}
      <dt>Service</dt>
      <dd dir="auto">{getServiceName(booking) ?? 'Unknown'}</dd>
      <Fact
        name="Quantity"
        value={getStart(booking) === null ? formatLength(booking) : undefined}
      />
      <Payment booking={booking} />
      {refundReason && (
        <>
          <dt>Reason for the refund</dt>
          <dd className={styles.details} dir="auto">
            <LinkedText>{refundReason}</LinkedText>
          </dd>
        </>
      )}
      <Fact name="Student" value={formatStudent(booking)} />
      {zone && (
        <>
          <dt>Time zone</dt>
          <dd translate="no">{formatZone(zone)}</dd>
        </>
      )}
      {place && (
        <>
          <dt>Where</dt>
          <dd>
            <a href={place.url} target="_blank" rel="noopener noreferrer">
              {place.kind === 'discord' ? 'Discord' : place.url}
            </a>
          </dd>
        </>
      )}
      <dt>Contact</dt>
      <dd>{booking.contact_info ? <Contact text={booking.contact_info} /> : 'N/A'}</dd>
      <dt>Details</dt>
      <dd className={styles.details} dir="auto">
        {booking.details ? <LinkedText>{booking.details}</LinkedText> : 'N/A'}
      </dd>
    </dl>
    {children}
    {booking.status === 'confirmed' && booking.calendar_url && (
      <p>
        <LinkButton href={booking.calendar_url} variant="quiet">
          <Icon path={calendar} /> Add to calendar
        </LinkButton>
      </p>
    )}
  </Card>
);

const Review = ({ review }: { review: NonNullable<BookingPage['review']> }) => (
  <Card>
    <BookingReview
      review={review}
      reader="coach"
      className={styles.review}
      textClass={styles.details}
    />
    <p>
      <Link to={paths.coachReviews}>
        {review.reply ? 'Edit your reply' : 'Reply'} on your reviews page
      </Link>
    </p>
  </Card>
);

function Payment({ booking }: { booking: CoachBooking }) {
  const payment = describePayment(booking);
  if (!payment) return null;
  const { label, amount, note } = payment;
  return <Fact name={label} value={note ? `${amount}. ${note}` : amount} />;
}

interface WorkProps {
  booking: CoachBooking;
  onChange(change: Partial<CoachBooking>): void;
}

const Work = ({ booking, onChange }: WorkProps) => (
  <Card>
    <UpdateStatus booking={booking} onStatus={(status) => onChange({ status })} />
    <CoachNotes booking={booking} onSaved={(notes) => onChange({ notes })} />
  </Card>
);

const formatStudent = (booking: CoachBooking) => {
  const { name, nth } = getStudent(booking);
  return [name, nth].filter(Boolean).join(' · ') || undefined;
};

const Fact = ({ name, value }: { name: string; value: string | undefined }) =>
  value === undefined ? null : (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );

function Rest({ booking }: { booking: CoachBooking }) {
  const rest = booking.status === 'confirmed' && describeRest(booking, 'coach');
  return (
    rest && (
      <>
        <br />
        {rest}
      </>
    )
  );
}

const MovedFrom = ({ before, zone }: { before: number | null; zone: string | null }) =>
  before === null ? null : (
    <>
      <dt>Moved from</dt>
      <dd>{formatTime(before, zone)}</dd>
    </>
  );

function SessionTime({ booking, zone }: Pick<FactsProps, 'booking' | 'zone'>) {
  const start = getStart(booking);
  const isCancelled = booking.status === 'cancelled';
  const remainingTime = useTime(
    useCallback(
      (now) => (start === null || isCancelled ? null : countdown(start, now)),
      [start, isCancelled],
    ),
  );
  if (start === null) return 'TBD';
  return (
    <>
      {formatTime(start, zone)}
      <br />
      <strong>{remainingTime}</strong>
    </>
  );
}
