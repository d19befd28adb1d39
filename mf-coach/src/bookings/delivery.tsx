import { useShell } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { Composer, deliverResult } from '@carry/remote-kit/conversation';
import type { Message } from '@carry/remote-kit/own-answers/booking';
import { Card } from '@carry/ui';

export interface DeliveryProps {
  booking: CoachBooking;
  onDelivered(message: Message): void;
}

/** Sends the result of a service without a set time. */
export function Delivery({ booking, onDelivered }: DeliveryProps) {
  const { api } = useShell();
  const { id, timed, status, refund = 'none' } = booking;
  const isOpen = status === 'confirmed' || status === 'completed';
  if (timed !== false || !isOpen || refund !== 'none') return null;
  const first = status === 'confirmed';
  return (
    <Card>
      <h2>{first ? 'Deliver the result' : 'Send another result'}</h2>
      <p>
        {first
          ? 'Upload the result or paste a link to it. This completes the booking, and the 48-hour guarantee starts.'
          : 'This booking is complete. You can still send a corrected or additional result.'}
      </p>
      <Composer
        booking={id}
        kind="delivery"
        label="Result"
        action={first ? 'Deliver result' : 'Send result'}
        busyLabel="Delivering..."
        {...(first && {
          confirm: {
            question: 'Deliver this result?',
            note: "This completes the booking. We'll email your student.",
          },
        })}
        send={(written) => deliverResult(api, id, written)}
        onSent={onDelivered}
      />
    </Card>
  );
}
