import type { MySession } from '@carry/remote-kit/api';
import { LazyMoveForm } from './lazy-move-form';
import { RefundForm } from './refund-form';
import { ReviewForm } from './review-form';
import type { Offer } from './use-offers';

export interface OfferFormProps {
  offer: Offer;
  session: MySession;
  /** Called without a change if the student cancels. */
  onEnd(change?: Partial<MySession> | 'reviewed'): void;
}

export function OfferForm({ offer, session, onEnd }: OfferFormProps) {
  const onCancel = () => onEnd();
  if (offer === 'review')
    return <ReviewForm session={session} onCancel={onCancel} onDone={() => onEnd('reviewed')} />;
  if (offer === 'refund')
    return (
      <RefundForm session={session} onCancel={onCancel} onDone={() => onEnd({ refund: 'due' })} />
    );
  return (
    <LazyMoveForm
      session={session}
      onCancel={onCancel}
      onDone={({ session_time, move_until }, time_zone) =>
        onEnd({
          session_time,
          time_zone,
          move_until,
          cancel_until: move_until,
          moved_from: session.session_time ?? undefined,
        })
      }
    />
  );
}
