import type { Purchase } from '@carry/contracts/answers';
import { useTime } from '@carry/remote-kit';
import { Button, Card, DateBlock, LinkButton } from '@carry/ui';
import { formatDollars, formatPrice } from '../order/money';
import { browserZone, zoneName } from '../slots/days';
import styles from './confirmed.module.css';

const hourOf = (now: number) => Math.floor(now / 3_600_000) * 3_600_000;
const long = (start: Date) =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
  }).format(start);

/** What was bought, for when, and for how much; can be printed. */
export function Receipt({ purchase }: { purchase: Purchase }) {
  const { coach_name, service, quantity, amount, session_time, duration_minutes, calendar_url } =
    purchase;
  const now = useTime(hourOf);
  const start = session_time ? new Date(session_time) : null;
  return (
    <Card className={styles.receipt}>
      <DateBlock date={start} />
      <div>
        <p className={styles.when}>
          {start ? (
            <time dateTime={session_time ?? ''}>{long(start)}</time>
          ) : (
            'Your coach writes to you about the time.'
          )}
        </p>
        {start && now !== null && (
          <p className={styles.zone}>{zoneName(start.getTime(), browserZone())}</p>
        )}
        <dl>
          <dt>Coach</dt>
          <dd>
            <bdi>{coach_name}</bdi>
          </dd>
          <dt>Service</dt>
          <dd>
            <bdi>{service}</bdi>
            {quantity > 1 && `, ${quantity} × ${formatPrice(amount / quantity)}`}
          </dd>
          {duration_minutes > 0 && (
            <>
              <dt>Duration</dt>
              <dd>{duration_minutes} minutes</dd>
            </>
          )}
          <dt>Paid</dt>
          <dd className={styles.paid}>{formatDollars(amount)}</dd>
        </dl>
        <div className={styles.keep}>
          {calendar_url && (
            <LinkButton href={calendar_url} variant="quiet">
              Add to calendar
            </LinkButton>
          )}
          <Button variant="quiet" onClick={() => window.print()}>
            Print receipt
          </Button>
        </div>
      </div>
    </Card>
  );
}
