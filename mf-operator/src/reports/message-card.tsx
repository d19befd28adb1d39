import { useShell } from '@carry/remote-kit';
import type { ReportedMessage } from '@carry/remote-kit/own-answers/operator';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { Actions, CardHead, CardText, Facts } from '../console/parts';
import { consolePaths } from '../console/paths';
import { keepMessage, removeMessage } from './api';

export function MessageCard({
  message: { id, booking_id, author, text, files, reasons },
}: {
  message: ReportedMessage;
}) {
  const { api } = useShell();
  return (
    <>
      <CardHead>
        <strong>By the {author}</strong>
        <Link
          to={consolePaths.booking(booking_id)}
          aria-label={`Booking ${booking_id}, message ${id}`}
        >
          Booking {booking_id}
        </Link>
      </CardHead>
      <CardText>{text}</CardText>
      <Facts
        of={[
          ...(files.length > 0 ? [['Files', files.join(', ')] as const] : []),
          ...reasons.map((reason, index) => [`Report ${index + 1}`, reason] as const),
        ]}
      />
      <Actions>
        <ActionButton
          label={`Remove message ${id}`}
          danger
          action={{
            run: () => removeMessage(api, id),
            confirm: [
              'Remove this message?',
              'It disappears for both sides, along with its files.',
            ],
          }}
        >
          Remove
        </ActionButton>
        <ActionButton label={`Keep message ${id}`} action={{ run: () => keepMessage(api, id) }}>
          Keep
        </ActionButton>
      </Actions>
    </>
  );
}
