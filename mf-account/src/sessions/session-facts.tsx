import type { MySession } from '@carry/contracts/api';
import { StatusPill } from '@carry/ui';
import styles from './sessions.module.css';

const format = () =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });

export interface SessionFactsProps {
  session: MySession;
  /** Its start; null: none is agreed yet. */
  date: Date | null;
}

/** With whom, when, how long, and what its state is. */
export const SessionFacts = ({ session, date }: SessionFactsProps) => (
  <>
    <h3 dir="auto">{session.coach_name ?? 'Coach'}</h3>
    <p className={styles.facts}>
      <span>
        {date ? <time dateTime={session.session_time ?? ''}>{format().format(date)}</time> : 'TBD'}
      </span>
      <span>{session.duration_minutes ?? 0} mins</span>
      <StatusPill status={session.status ?? 'unknown'} />
    </p>
  </>
);
