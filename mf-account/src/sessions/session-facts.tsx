import { bookingZone, formatInstant, formatMinutes, nameOtherZone } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatDate } from '@carry/remote-kit/format';
import { StatusPill } from '@carry/ui';
import { formatRefund } from './money';
import styles from './sessions.module.css';
import { useIsTooLate } from './use-open';
import { type SessionChanges, THANKS } from './use-session-changes';

const TOO_LATE =
  "It's too late to move or cancel this session yourself. Your coach can still cancel it with a full refund.";
const SHORT = { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' } as const;

const formatShort = (date: Date, timeZone: string) => formatDate(date, { timeZone, ...SHORT });

export function SessionFacts({ changes }: { changes: SessionChanges }) {
  const { session, reviewedHere, note, offers } = changes;
  const { coach_name, session_time, timed } = session;
  const service = getServiceName(session);
  const date = parseTime(session_time);
  const zone = bookingZone(session.time_zone);
  const zoneName = nameOtherZone(zone);
  const late = useIsTooLate(session);
  const guarantee = offers.includes('refund') && formatGuarantee(session, zone);
  const length = formatMinutes(session, 'mins');
  return (
    <div className={styles.body}>
      <div className={styles.name}>
        <h3 dir="auto">{coach_name ?? 'Coach'}</h3>
        <StatusPill status={session.status ?? 'unknown'} />
      </div>
      <p className={styles.facts}>
        {service && <bdi>{service}</bdi>}
        {timed === false ? (
          <span>
            <Progress session={session} />
          </span>
        ) : (
          <>
            <span>
              {date ? <time dateTime={session_time ?? ''}>{formatShort(date, zone)}</time> : 'TBD'}
              {date && zoneName && (
                <>
                  {' '}
                  <span translate="no">{zoneName}</span> time
                </>
              )}
            </span>
            {length && <span>{length}</span>}
          </>
        )}
      </p>
      <p ref={note} className={styles.money} role="status" tabIndex={-1}>
        {formatRefund(session) ?? formatMove(session, zone) ?? (reviewedHere && THANKS)}
      </p>
      <p className={styles.money}>{late ? TOO_LATE : guarantee}</p>
    </div>
  );
}

const Progress = ({ session: { status, coach_name } }: { session: MySession }) =>
  status === 'confirmed' ? (
    <>
      <bdi>{coach_name ?? 'Your coach'}</bdi> is working on it
    </>
  ) : (
    'No set time'
  );

export function getServiceName({ service_name, service_type }: MySession): string | null {
  if (service_name) return service_name;
  const name =
    typeof service_type === 'string'
      ? service_type
      : service_type?.name || service_type?.type || service_type?.slug;
  return name?.replaceAll('_', ' ') || null;
}

function formatMove({ status, moved_from }: MySession, zone: string): string | null {
  const before = parseTime(moved_from);
  return status === 'confirmed' && before ? `Moved from ${formatShort(before, zone)}.` : null;
}

function formatGuarantee({ refund_until }: MySession, zone: string): string | null {
  const end = parseTime(refund_until);
  return (
    end && `Not satisfied? Ask for your money back until ${formatInstant(end.getTime(), zone)}.`
  );
}

export const parseTime = (text: string | null | undefined) => {
  const moment = Date.parse(text ?? '');
  return Number.isNaN(moment) ? null : new Date(moment);
};
