import type { MySession } from 'contracts/api';
import { paths } from 'contracts/paths';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, Card } from 'shared-ui';
import { ReviewForm } from './review-form';
import styles from './sessions.module.css';

const format = () => new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });

/** A point in time; null when there is none that can be read. */
const timeWords = (time: string | null | undefined) => (time && !Number.isNaN(Date.parse(time)) ? format().format(new Date(time)) : null);

/** The student's sessions; a completed one without a review offers to write it. */
export function SessionList({ initial }: { initial: MySession[] }) {
  const [reviewed, setReviewed] = useState<ReadonlySet<number | string>>(new Set());
  const [open, setOpen] = useState<number | string | null>(null);
  if (initial.length === 0) {
    return (
      <>
        <p>You have no booked sessions yet.</p>
        <Link to={paths.home}>Find a coach</Link>
      </>
    );
  }
  return (
    <ul className={styles.list}>
      {initial.map((session) => {
        const { id, coach_name, session_time, duration_minutes, status, has_review } = session;
        const words = timeWords(session_time);
        const reviewable = status === 'completed' && has_review === false && !reviewed.has(id);
        return (
          <Card key={id} role="listitem">
            <h2>{coach_name ?? 'Coach'}</h2>
            <p className={styles.facts}>
              <span>{words ? <time dateTime={session_time ?? ''}>{words}</time> : 'TBD'}</span>
              <span>{duration_minutes ?? 0} mins</span>
              <span className={styles.status} data-status={status}>
                {status ?? 'unknown'}
              </span>
            </p>
            {reviewable && (
              <Button
                variant="quiet"
                aria-expanded={open === id}
                aria-controls={`review-${id}`}
                onClick={() => setOpen(open === id ? null : id)}
              >
                Leave a Review
              </Button>
            )}
            {reviewable && open === id && (
              <ReviewForm
                booking={id}
                onCancel={() => setOpen(null)}
                onDone={() => {
                  setReviewed(new Set(reviewed).add(id));
                  setOpen(null);
                }}
              />
            )}
          </Card>
        );
      })}
    </ul>
  );
}
