import type { MySession } from '@carry/remote-kit/api';
import styles from './timeline.module.css';

export interface TimelineProps {
  session: MySession;
  reviewed: boolean;
}

/** How far a session has come; decoration beside its status. Whether its student has joined the chat, not every server tells. */
export function Timeline({ session: { status, has_review, joined }, reviewed }: TimelineProps) {
  if (status !== 'confirmed' && status !== 'completed') return null;
  const completed = status === 'completed';
  const steps = [
    ['Booked', true],
    ['Paid', true],
    ...(joined === undefined ? [] : [['Joined', joined] as const]),
    ['Completed', completed],
    ['Reviewed', completed && typeof has_review === 'boolean' && reviewed],
  ] as const;
  return (
    <ol className={styles.path} aria-hidden="true">
      {steps.map(([step, reached]) => (
        <li key={step} data-reached={reached || undefined}>
          {step}
        </li>
      ))}
    </ol>
  );
}
