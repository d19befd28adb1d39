import {
  bookingZone,
  describeRest,
  formatSessionDay,
  formatSessionHours,
  getHeldMinutes,
  useShell,
  useTime,
} from '@carry/remote-kit';
import type { Purchase } from '@carry/remote-kit/answers';
import { formatDate, formatDollars, formatPrice } from '@carry/remote-kit/format';
import type { Receipt as ReceiptData } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { hasText } from '@carry/remote-kit/texts';
import { Button, Card, calendar, DateBlock, Icon, LinkButton, print, shield } from '@carry/ui';
import { Link } from 'react-router-dom';
import { zoneName } from '../slots/days';
import styles from './confirmed.module.css';
import { MySessionsLink, SessionLinks } from './session-links';

const roundToHour = (now: number) => Math.floor(now / 3_600_000) * 3_600_000;
const day = (instant: string) => formatDate(new Date(instant), { dateStyle: 'long' });

export interface SessionTimeProps {
  purchase: Purchase;
  bookingId: number | string;
}

export function SessionTime({ purchase, bookingId }: SessionTimeProps) {
  const { coach_name, session_time, time_zone, calendar_url } = purchase;
  const rest = session_time && describeRest(purchase, 'student');
  const now = useTime(roundToHour);
  const start = session_time ? new Date(session_time) : null;
  const zone = bookingZone(time_zone);
  return (
    <Card className={styles.session}>
      <DateBlock date={start} zone={zone} />
      <div>
        <p className={styles.when}>
          {start ? (
            <time dateTime={session_time ?? ''}>
              {formatSessionDay(start.getTime(), zone)},{' '}
              <span className={styles.unbroken}>
                {formatSessionHours(start.getTime(), getHeldMinutes(purchase), zone)}
              </span>
            </time>
          ) : (
            <>
              <bdi>{coach_name}</bdi> will send you the result. We'll email you when it's ready.
            </>
          )}
        </p>
        {start && now !== null && (
          <p className={styles.zone} translate="no">
            {zoneName(start.getTime(), zone)}
          </p>
        )}
        {rest && <p>{rest}</p>}
        <div className={styles.keep}>
          {calendar_url && (
            <LinkButton href={calendar_url} variant="quiet">
              <Icon path={calendar} /> Add to calendar
            </LinkButton>
          )}
          {start ? <SessionLinks bookingId={bookingId} /> : <MySessionsLink />}
        </div>
      </div>
    </Card>
  );
}

export interface ReceiptProps {
  purchase: Purchase;
  /** Null on a server that sends no seller. */
  receipt: ReceiptData | null;
  bookingId: number | string;
  chatName: string | null;
  /** Omits the meeting place and the guarantee: the session is over, cancelled or refunded. */
  hasEnded?: boolean;
}

function Seller({ seller }: Pick<ReceiptData, 'seller'>) {
  const { name, address, tax_id } = seller;
  return (
    <>
      {hasText(useShell().site, 'imprint') ? <Link to={paths.imprint}>{name}</Link> : name}
      {address && <small>{address}</small>}
      {tax_id && <small>Tax ID {tax_id}</small>}
    </>
  );
}

function describeTax(tax: ReceiptData['tax']): string {
  if (!tax) return 'Included where it applies';
  return tax.percent === 0
    ? 'None (0%)'
    : `${formatDollars(tax.amount)} (${tax.percent}%, included)`;
}

interface WhereProps {
  place: Purchase['place'];
  hasTime: boolean;
  chatName: string | null;
}

function Where({ place, hasTime, chatName }: WhereProps) {
  if (!hasTime) return null;
  return (
    <>
      <dt>Where</dt>
      <dd>
        {place?.kind === 'link' ? (
          place.url
        ) : (
          <>Discord{chatName ? ` as ${chatName}` : <small>Not connected yet</small>}</>
        )}
      </dd>
    </>
  );
}

export function Receipt({
  purchase,
  receipt,
  bookingId,
  chatName,
  hasEnded = false,
}: ReceiptProps) {
  const { coach_name, service, quantity, amount, session_time, duration_minutes } = purchase;
  const { refunded = 0, paid_at } = purchase;
  const { site } = useShell();
  return (
    <Card className={styles.receipt}>
      <h2>Receipt</h2>
      <dl>
        <dt>Booking</dt>
        <dd>{bookingId}</dd>
        <dt>Seller</dt>
        <dd>
          <Seller seller={receipt?.seller ?? { name: site.name }} />
        </dd>
        {paid_at && (
          <>
            <dt>Date</dt>
            <dd>
              <time dateTime={paid_at}>{day(paid_at)}</time>
            </dd>
          </>
        )}
        <dt>Coach</dt>
        <dd>
          <bdi>{coach_name}</bdi>
        </dd>
        <dt>Service</dt>
        <dd>
          <bdi>{service}</bdi>
          {quantity > 1 && `, ${quantity} × ${formatPrice(amount / quantity)}`}
        </dd>
        {session_time && duration_minutes > 0 && (
          <>
            <dt>Duration</dt>
            <dd>{duration_minutes} minutes</dd>
          </>
        )}
        <Where
          place={purchase.place}
          hasTime={Boolean(session_time) && !hasEnded}
          chatName={chatName}
        />
        <dt>Email</dt>
        <dd>{purchase.email}</dd>
        <dt>Tax</dt>
        <dd>{describeTax(receipt?.tax)}</dd>
        <dt className={styles.paid}>{refunded >= amount && amount > 0 ? 'Refunded' : 'Paid'}</dt>
        <dd className={styles.paid}>
          {formatDollars(amount)}
          {refunded > 0 && refunded < amount && <small>{formatDollars(refunded)} refunded</small>}
        </dd>
      </dl>
      {!hasEnded && (
        <p className={styles.promise}>
          <Icon path={shield} />
          <span>
            <strong>100% Satisfaction Guarantee.</strong> Your money back if you're not satisfied.{' '}
            {hasText(site, 'refunds') && <Link to={paths.refunds}>How refunds work</Link>}
          </span>
        </p>
      )}
      <Button variant="quiet" onClick={() => window.print()}>
        <Icon path={print} /> Print receipt
      </Button>
    </Card>
  );
}
