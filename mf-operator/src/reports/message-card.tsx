import { useShell } from '@carry/remote-kit';
import type { ReportedMessage } from '@carry/remote-kit/own-answers';
import { Button } from '@carry/ui';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { useDownload } from '../console/download-button';
import { Actions, CardHead, CardText, Facts, formatMoment } from '../console/parts';
import { consolePaths } from '../console/paths';
import { downloadFile, keepMessage, removeMessage } from './api';

export function MessageCard({
  message: { id, booking_id, author, text, files, attachments = [], around = [], reasons },
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
          ...(attachments.length > 0
            ? [['Files', <Attachments key="files" message={id} files={attachments} />] as const]
            : files.length > 0
              ? [['Files', files.join(', ')] as const]
              : []),
          ...reasons.map((reason, index) => [`Report ${index + 1}`, reason] as const),
        ]}
      />
      <Around messages={around} />
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

type File = NonNullable<ReportedMessage['attachments']>[number];

const Attachments = ({ message, files }: { message: number; files: readonly File[] }) => (
  <Actions>
    {files.map((file) => (
      <Attachment key={file.id} message={message} file={file} />
    ))}
  </Actions>
);

function Attachment({ message, file: { id, name } }: { message: number; file: File }) {
  const { api } = useShell();
  const { run, busy } = useDownload({ read: () => downloadFile(api, message, id), name });
  return (
    <Button
      variant="quiet"
      small
      busy={busy}
      busyLabel="Loading..."
      aria-label={`Download ${name} of message ${message}`}
      onClick={() => void run()}
    >
      {name}
    </Button>
  );
}

const Around = ({ messages }: { messages: NonNullable<ReportedMessage['around']> }) =>
  messages.length > 0 && (
    <details>
      <summary>Messages before and after</summary>
      {messages.map(({ id, author, text, sent_at }) => (
        <CardText key={id}>
          <strong>
            {author === 'coach' ? 'Coach' : 'Student'}, {formatMoment(sent_at)}
          </strong>
          {'\n'}
          <bdi>{text}</bdi>
        </CardText>
      ))}
    </details>
  );
