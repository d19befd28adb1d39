import { useShell } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import {
  Composer,
  deliverResult,
  loadUnsentText,
  UnsentText,
} from '@carry/remote-kit/conversation';
import type { Message } from '@carry/remote-kit/own-answers';
import { Card } from '@carry/ui';
import { useState } from 'react';

export interface DeliveryProps {
  booking: CoachBooking;
  onDelivered(message: Message): void;
}

export function Delivery({ booking, onDelivered }: DeliveryProps) {
  const { api } = useShell();
  const { id, timed, status, refund = 'none' } = booking;
  const isOpen = (status === 'confirmed' || status === 'completed') && refund === 'none';
  const [wasOpen] = useState(isOpen);
  if (timed !== false) return null;
  if (!isOpen) return <Undelivered booking={booking} takesFocus={wasOpen} />;
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

interface UndeliveredProps extends Pick<DeliveryProps, 'booking'> {
  takesFocus: boolean;
}

/** Keeps a result that was typed before the booking was cancelled or refunded. */
function Undelivered({ booking: { id, status }, takesFocus }: UndeliveredProps) {
  const shell = useShell();
  const [hasText] = useState(() => loadUnsentText(shell, { booking: id, kind: 'delivery' }) !== '');
  if (!hasText) return null;
  const end = status === 'cancelled' ? 'cancelled' : 'refunded';
  return (
    <Card>
      <UnsentText
        booking={id}
        kind="delivery"
        label="Your unsent result"
        hint={`This booking was ${end}, so you can't deliver anymore.`}
        takesFocus={takesFocus}
      />
    </Card>
  );
}
