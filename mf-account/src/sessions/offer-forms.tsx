import { useTimesForm } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import type { MoveFormProps } from './move-form';
import { RefundForm } from './refund-form';
import { ReviewForm } from './review-form';
import type { Offer } from './use-offers';

export interface OfferFormProps {
  offer: Offer;
  session: MySession;
  /** Called without a change if the student cancels. */
  onEnd(change?: Partial<MySession> | 'reviewed'): void;
  onMoved: MoveFormProps['onDone'];
  onRefused(): void;
}

export function OfferForm({ offer, session, onEnd, onMoved, onRefused }: OfferFormProps) {
  const onCancel = () => onEnd();
  const common = { session, onCancel, onRefused };
  if (offer === 'review')
    return <ReviewForm session={session} onCancel={onCancel} onDone={() => onEnd('reviewed')} />;
  if (offer === 'refund') return <RefundForm {...common} onDone={() => onEnd({ refund: 'due' })} />;
  return <LazyMoveForm {...common} onDone={onMoved} />;
}

const loadMoveForm = () =>
  import(/* webpackChunkName: "move-form" */ './move-form').then(({ MoveForm }) => MoveForm);

function LazyMoveForm(props: MoveFormProps) {
  const Form = useTimesForm(loadMoveForm, props.onCancel);
  return Form ? <Form {...props} /> : <p role="status">Loading times...</p>;
}
