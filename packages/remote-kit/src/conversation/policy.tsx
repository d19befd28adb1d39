import type { Message } from '@carry/contracts/own-answers';
import { paths } from '@carry/contracts/paths';
import { hasText } from '@carry/contracts/texts';
import { Link } from 'react-router-dom';
import { useShell } from '../route/remote';
import { formatInstant } from '../time/session-time';
import { useIsBefore } from '../time/time';

export interface PolicyProps {
  /** Deadlines are ISO 8601 times. */
  booking: {
    status?: string | null | undefined;
    cancel_until?: string | null | undefined;
    /** Of the student's session; without it, the session can't be moved. */
    move_until?: string | null | undefined;
    refund_until?: string | null | undefined;
  };
  reader: Message['author'];
  zone: string;
  className: string | undefined;
}

const words = {
  student: {
    cancel: (time: string, canMove: boolean) =>
      `Free to ${canMove ? 'move or ' : ''}cancel until ${time}. `,
    refund: (time: string) => `Not satisfied? Ask for your money back until ${time}. `,
  },
  coach: {
    cancel: (time: string) => `Free for your student to move or cancel until ${time}. `,
    refund: (time: string) => `Money-back guarantee until ${time}. `,
  },
};

/** Next deadline of a booking, with a link to the rules if the site has them. */
export function Policy({ booking, reader, zone, className }: PolicyProps) {
  const { status, cancel_until, move_until, refund_until } = booking;
  const { cancel, refund } = words[reader];
  const format = (deadline: string) => formatInstant(Date.parse(deadline), zone);
  const isFree = useIsBefore(cancel_until) && status === 'confirmed';
  const isGuaranteed = useIsBefore(refund_until) && status === 'completed';
  const hasRules = hasText(useShell().site, 'refunds');
  if (!isFree && !isGuaranteed && !hasRules) return null;
  return (
    <p className={className}>
      {isFree && cancel_until && cancel(format(cancel_until), Boolean(move_until))}
      {isGuaranteed && refund_until && refund(format(refund_until))}
      {hasRules && <Link to={paths.refunds}>How refunds work</Link>}
    </p>
  );
}
