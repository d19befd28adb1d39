import type { MySession } from 'contracts/api';
import { useState } from 'react';
import { Button, Card, DateBlock, StatusPill } from 'shared-ui';
import { ReviewForm } from './review-form';
import styles from './sessions.module.css';
import { Timeline } from './timeline';

const format = () => new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });

/** One session; a completed one without a review offers to write it. */
export function SessionCard({ session }: { session: MySession }) {
  const { id, coach_name, session_time, duration_minutes, status, has_review } = session;
  const [reviewed, setReviewed] = useState(has_review !== false);
  const [open, setOpen] = useState(false);
  const reviewable = status === 'completed' && !reviewed;
  const at = Date.parse(session_time ?? '');
  const date = Number.isNaN(at) ? null : new Date(at);
  return (
    <Card role="listitem" className={styles.card}>
      <DateBlock date={date} />
      <div className={styles.body}>
        <h3>{coach_name ?? 'Coach'}</h3>
        <p className={styles.facts}>
          <span>{date ? <time dateTime={session_time ?? ''}>{format().format(date)}</time> : 'TBD'}</span>
          <span>{duration_minutes ?? 0} mins</span>
          <StatusPill status={status ?? 'unknown'} />
        </p>
        <Timeline status={status ?? 'unknown'} reviewed={has_review === true || (has_review === false && reviewed)} />
      </div>
      {reviewable && (
        <Button variant="quiet" aria-expanded={open} aria-controls={`review-${id}`} onClick={() => setOpen(!open)}>
          Leave a Review
        </Button>
      )}
      {reviewable && open && (
        <ReviewForm
          booking={id}
          onCancel={() => setOpen(false)}
          onDone={() => {
            setReviewed(true);
            setOpen(false);
          }}
        />
      )}
    </Card>
  );
}
