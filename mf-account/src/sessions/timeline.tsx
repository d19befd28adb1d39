import type { MySession } from '@carry/remote-kit/api';
import styles from './timeline.module.css';

export interface TimelineProps {
  session: MySession;
  reviewed: boolean;
}

/** Decorative: the status pill has the same information. `joined` is optional in the API. */
export function Timeline({
  session: { status, has_review, joined, timed },
  reviewed,
}: TimelineProps) {
  if (status !== 'confirmed' && status !== 'completed') return null;
  const completed = status === 'completed';
  const steps = [
    ['Booked', true],
    ['Paid', true],
    ...(joined === undefined || timed === false ? [] : [['Joined', joined] as const]),
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
