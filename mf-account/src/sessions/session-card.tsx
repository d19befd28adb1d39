import type { MySession } from '@carry/contracts/api';
import { Card, DateBlock } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import { CancelSession } from './cancel-session';
import { moneyNote } from './money';
import { RefundForm } from './refund-form';
import { ReviewForm } from './review-form';
import { SessionFacts } from './session-facts';
import styles from './sessions.module.css';
import { Timeline } from './timeline';
import { ToggleButton } from './toggle-button';
import { useOpen } from './use-open';

/** One session, with what its student can do about it: cancel it, ask for the payment back, review it. */
export function SessionCard({ session: listed }: { session: MySession }) {
  const [changed, setChanged] = useState<Partial<MySession>>({});
  const session = { ...listed, ...changed };
  const { id, session_time, status, has_review } = session;
  const [reviewed, setReviewed] = useState(has_review !== false);
  const [open, setOpen] = useState<'review' | 'refund' | null>(null);
  const close = () => setOpen(null);
  const toggle = (form: 'review' | 'refund') => setOpen(open === form ? null : form);
  const reviewable = status === 'completed' && !reviewed;
  const inTime = useOpen(session.refund_until);
  const refundable = status === 'completed' && inTime && (session.refund ?? 'none') === 'none';
  const at = Date.parse(session_time ?? '');
  const date = Number.isNaN(at) ? null : new Date(at);
  const note = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone; what came of it takes the focus.
  useEffect(() => {
    if (changed.refund) note.current?.focus();
  }, [changed]);
  return (
    <Card role="listitem" className={styles.card}>
      <DateBlock date={date} />
      <div className={styles.body}>
        <SessionFacts session={session} date={date} />
        <p ref={note} className={styles.money} role="status" tabIndex={-1}>
          {moneyNote(session)}
        </p>
        <Timeline
          status={status ?? 'unknown'}
          reviewed={has_review === true || (has_review === false && reviewed)}
        />
      </div>
      <div className={styles.offers}>
        <CancelSession
          session={session}
          onDone={() => setChanged({ status: 'cancelled', refund: 'due' })}
        />
        {reviewable && (
          <ToggleButton
            form={`review-${id}`}
            open={open === 'review'}
            onClick={() => toggle('review')}
          >
            Leave a Review
          </ToggleButton>
        )}
        {refundable && (
          <ToggleButton
            form={`refund-${id}`}
            open={open === 'refund'}
            onClick={() => toggle('refund')}
          >
            Request a refund
          </ToggleButton>
        )}
      </div>
      {reviewable && open === 'review' && (
        <ReviewForm
          booking={id}
          onCancel={close}
          onDone={() => {
            setReviewed(true);
            close();
          }}
        />
      )}
      {refundable && open === 'refund' && (
        <RefundForm
          session={session}
          onCancel={close}
          onDone={() => {
            setChanged({ refund: 'due' });
            close();
          }}
        />
      )}
    </Card>
  );
}
