import { useIsBefore } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';

export type Offer = 'move' | 'review' | 'refund';

export function useOffers(session: MySession, reviewed: boolean): Offer[] {
  const { status, refund = 'none' } = session;
  const movable = useIsBefore(session.move_until);
  const refundable = useIsBefore(session.refund_until);
  const completed = status === 'completed';
  const offered = {
    move: status === 'confirmed' && movable,
    review: completed && !reviewed,
    // `refund_until` also allows a refund of a past session that the coach never completed
    refund: (completed || status === 'confirmed') && refundable && refund === 'none',
  };
  return (Object.keys(offered) as Offer[]).filter((offer) => offered[offer]);
}
