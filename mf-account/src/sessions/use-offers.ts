import type { MySession } from '@carry/remote-kit/api';
import { useOpen } from './use-open';

/** What a student can do about a session in a form below it. */
export type Offer = 'move' | 'review' | 'refund';

/** What is offered for a session now, by the server's word and clock. */
export function useOffers(session: MySession, reviewed: boolean): Offer[] {
  const { status, refund = 'none' } = session;
  const movable = useOpen(session.move_until);
  const refundable = useOpen(session.refund_until);
  const completed = status === 'completed';
  const offered = {
    move: status === 'confirmed' && movable,
    review: completed && !reviewed,
    // a server that offers it for a session that is over and not set to completed says so by `refund_until`
    refund: (completed || status === 'confirmed') && refundable && refund === 'none',
  };
  return (Object.keys(offered) as Offer[]).filter((offer) => offered[offer]);
}
