import {
  describeRest,
  formatMinutes,
  formatSessionDay,
  formatSessionHours,
  getHeldMinutes,
} from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { DateBlock } from '@carry/ui';
import { parseTime } from '../sessions/session-facts';
import { StartsIn } from '../sessions/starts-in';
import { useIsTooLate } from '../sessions/use-open';
import styles from './session.module.css';

export interface WhenProps {
  session: MySession;
  /** True once the coach has sent a result. */
  delivered: boolean;
  zone: string;
}

/** Start and end in the zone of the booking's mails, with a 24-hour clock. */
export function When({ session, delivered, zone }: WhenProps) {
  const start = parseTime(session.session_time);
  const late = useIsTooLate(session);
  if (!start) return <NoTime session={session} delivered={delivered} />;
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
            <span translate="no">{zone.replaceAll('_', ' ')}</span> time
          </p>
        </div>
      </div>
      {rest && <p className={styles.quiet}>{rest}</p>}
      {late && (
        <p className={styles.quiet}>
          It's too late to move or cancel this session yourself. Please message your coach below.
        </p>
      )}
    </>
  );
}

function NoTime({ session: { status, coach_name }, delivered }: Omit<WhenProps, 'zone'>) {
  const coach = coach_name ?? 'Your coach';
  return (
    <>
      <h2>{delivered ? 'Delivered' : 'No set time'}</h2>
      {status === 'confirmed' && !delivered && (
        <p className={styles.quiet}>
          {coach} will send you the result right here. We'll email you when it's ready.
        </p>
      )}
    </>
  );
}
