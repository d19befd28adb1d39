import { browserZone, unbroken, useIsBefore, useShell, useTime } from '@carry/remote-kit';
import type { SelectedSlot, Service } from '@carry/remote-kit/api';
import { formatDollars, formatPrice } from '@carry/remote-kit/format';
import { paths } from '@carry/remote-kit/paths';
import { hasText } from '@carry/remote-kit/texts';
import { Card, calendar, Icon, Portrait, shield } from '@carry/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatChosen, formatMoment, toInstant, zoneName } from '../slots/days';
import styles from './summary.module.css';
import { getUnit, isQuantity } from './validate';

export interface SummaryProps {
  coachName: string;
  coachImage: string | null | undefined;
  proof: ReactNode;
  service: Service | undefined;
  quantity: string;
  slot: SelectedSlot | null;
  zone: string | null;
  cancelHours: number | undefined;
  /** Rendered below the action while the visitor is not signed in. */
  prompt: ReactNode;
  children: ReactNode;
}

const HOUR_MS = 3_600_000;
const roundToHour = (now: number) => Math.floor(now / HOUR_MS) * HOUR_MS;

const cancelPolicy = (hours: number) =>
  hours === 0
    ? 'Free to cancel until your session starts.'
    : `Free to cancel up to ${hours} ${hours === 1 ? 'hour' : 'hours'} before your session.`;

/** Order summary: beside the form on wide screens, a bottom bar on small ones. */
export function Summary({
  coachName,
  coachImage,
  proof,
  service,
  quantity,
  slot,
  zone,
  cancelHours,
  prompt,
  children,
}: SummaryProps) {
  const { site } = useShell();
  const now = useTime(roundToHour);
  const count = isQuantity(quantity) ? Number(quantity) : null;
  return (
    <aside className={styles.summary} aria-label="Your booking" data-bottom-bar>
      <Card className={styles.card}>
        <div className={styles.coach}>
          <Portrait
            className={styles.face}
            src={coachImage}
            name={coachName}
            alt=""
            width="48"
            height="48"
          />
          <div>
            <strong dir="auto">{coachName}</strong>
            {proof}
          </div>
        </div>
        <dl className={styles.lines}>
          <dt>Service</dt>
          <dd>
            <bdi>{service?.label ?? '–'}</bdi>
            {service && count !== null && (
              <small>
                {formatPrice(service.rate)} × {count}{' '}
                {count === 1 ? getUnit(service) : `${getUnit(service)}s`}
              </small>
            )}
          </dd>
          {service?.is_hourly && (
            <>
              <dt>Time</dt>
              <dd>
                {slot ? unbroken(formatChosen(slot, zone ?? browserZone())) : 'Not chosen yet'}
                {slot && now !== null && <ZoneLine name={zoneName(now, zone ?? browserZone())} />}
              </dd>
            </>
          )}
        </dl>
        <p className={styles.total}>
          Total{' '}
          <output translate="no">
            {service && count !== null ? formatDollars(service.rate * count) : '–'}
          </output>
        </p>
        <div className={styles.action}>{children}</div>
        {prompt}
        <p className={styles.promise}>
          <Icon path={shield} />
          <span>
            <strong>100% Satisfaction Guarantee.</strong>{' '}
            <span className={styles.more}>Your money back if you're not satisfied.</span>{' '}
            {hasText(site, 'refunds') && (
              <Link to={paths.refunds} className={styles.how}>
                How refunds work
              </Link>
            )}
          </span>
        </p>
        {service?.is_hourly && cancelHours !== undefined && (
          <p className={styles.policy}>
            <Icon path={calendar} />
            <span>
              {slot ? (
                <Deadline
                  instant={toInstant(slot.date, slot.time) - cancelHours * HOUR_MS}
                  zone={zone ?? browserZone()}
                />
              ) : (
                cancelPolicy(cancelHours)
              )}
            </span>
          </p>
        )}
        <p className={styles.note}>
          Prices are in US dollars (USD). Conversion to your local currency applies at checkout.
        </p>
      </Card>
    </aside>
  );
}

const Deadline = ({ instant, zone }: { instant: number; zone: string }) =>
  useIsBefore(new Date(instant).toISOString())
    ? `Free to move or cancel until ${unbroken(formatMoment(instant, zone))}.`
    : 'It starts too soon to be moved or cancelled.';

/** Renders "Europe/Berlin (GMT+01:00)". Small screens show the offset only. */
function ZoneLine({ name }: { name: string }) {
  const [place, offset] = name.split(' (');
  return (
    <small translate="no">
      <span className={styles.place}>{place} </span>({offset}
    </small>
  );
}
