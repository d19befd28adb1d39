import styles from './timeline.module.css';

const STEPS = ['Booked', 'Paid', 'Completed', 'Reviewed'];

export interface TimelineProps {
  status: string;
  reviewed: boolean;
}

/** How far a session has come; decoration beside its status. */
export function Timeline({ status, reviewed }: TimelineProps) {
  const reached = status === 'completed' ? (reviewed ? 4 : 3) : status === 'confirmed' ? 2 : 0;
  if (reached === 0) return null;
  return (
    <ol className={styles.path} aria-hidden="true">
      {STEPS.map((step, index) => (
        <li key={step} data-reached={index < reached || undefined}>
          {step}
        </li>
      ))}
    </ol>
  );
}
