import {
  describeRest,
  formatInstant,
  formatMinutes,
  formatSessionDay,
  formatSessionHours,
  getHeldMinutes,
  SettingLink,
} from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatZone } from '@carry/remote-kit/format';
import { DateBlock } from '@carry/ui';
import { parseTime } from '../sessions/session-facts';
import { StartsIn } from '../sessions/starts-in';
import { useIsBeforeGuarantee, useIsTooLate } from '../sessions/use-open';
import styles from './session.module.css';

export interface WhenProps {
  session: MySession;
  /** True once the coach has sent a result. */
  delivered: boolean;
  zone: string;
  /** False if the coach's account is closed or locked. */
  writable: boolean;
}

/** Start and end in the zone of the booking's mails, with a 24-hour clock. */
export function When({ session, delivered, zone, writable }: WhenProps) {
  const start = parseTime(session.session_time);
  const late = useIsTooLate(session);
  if (!start) return <NoTime {...{ session, delivered, zone, writable }} />;
  const rest = session.status === 'confirmed' && describeRest(session, 'student');
  return (
    <>
      <StartsIn session={session} label="Your session" />
      <div className={styles.when}>
        <DateBlock date={start} zone={zone} />
        <div>
          <h2>
            <time dateTime={session.session_time ?? ''}>
              {formatSessionDay(start.getTime(), zone)},{' '}
              <span className={styles.unbroken}>
                {formatSessionHours(start.getTime(), getHeldMinutes(session), zone)}
              </span>
            </time>
          </h2>
          <p className={styles.quiet}>
            {session.duration_minutes ? `${formatMinutes(session)} · ` : ''}
            <span translate="no">{formatZone(zone)}</span> time
          </p>
        </div>
      </div>
      {rest && <p className={styles.quiet}>{rest}</p>}
      {late && writable && (
        <p className={styles.quiet}>
          It's too late to move or cancel this session yourself. Your coach can still cancel it with
          a full refund. Please message them below.
        </p>
      )}
      {session.status === 'confirmed' && !writable && <Unavailable session={session} />}
      <BeforeGuarantee session={session} zone={zone} writable={writable} />
    </>
  );
}

/** Help while only the coach could end the booking: its end is ahead, or only the coach knows it. */
function BeforeGuarantee({ session, zone, writable }: Omit<WhenProps, 'delivered'>) {
  const { session_time, refund_from } = session;
  if (!useIsBeforeGuarantee(session) || !refund_from) return null;
  const kind = session_time ? 'session' : 'order';
  return (
    <p className={styles.quiet}>
      {writable && (
        <>
          Something wrong? Message your coach below, or{' '}
          <SettingLink name="discordInviteUrl">contact support</SettingLink>.{' '}
        </>
      )}
      You can ask for your money back from {formatInstant(Date.parse(refund_from), zone)}, or as
      soon as your coach completes the {kind}. You'll then have 48 hours.
    </p>
  );
}

const Unavailable = ({ session: { coach_name } }: Pick<WhenProps, 'session'>) => (
  <p className={styles.quiet}>
    <bdi>{coach_name ?? 'Your coach'}</bdi> isn't available right now. Please{' '}
    <SettingLink name="discordInviteUrl">contact support</SettingLink>.
  </p>
);

function NoTime({ session, delivered, zone, writable }: WhenProps) {
  const { status, coach_name } = session;
  const coach = coach_name ?? 'Your coach';
  return (
    <>
      <h2>{delivered ? 'Delivered' : 'No set time'}</h2>
      {status === 'confirmed' && !writable && <Unavailable session={session} />}
      {status === 'confirmed' && !delivered && writable && (
        <p className={styles.quiet}>
          <bdi>{coach}</bdi> will send you the result right here. We'll email you when it's ready.
        </p>
      )}
      <BeforeGuarantee session={session} zone={zone} writable={writable} />
    </>
  );
}
