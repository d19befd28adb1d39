import { formatBytes } from '@carry/contracts/format';
import { trimText } from '@carry/contracts/limits';
import type { Message } from '@carry/contracts/own-answers';
import { isApiError } from '@carry/contracts/shell';
import { Button, ChatMessage, ConversationLog, FileItem, FileList, TextareaField } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import { leaveButton } from '../browser/focus';
import { saveFile } from '../browser/save-file';
import { Form } from '../form/form';
import { hasKeptText, useKeptText } from '../form/kept-text';
import { useAction } from '../form/use-action';
import { textOf, useForm } from '../form/use-form';
import { useInPlaceForm } from '../form/use-in-place-form';
import { useShell } from '../route/remote';
import { formatInstant } from '../time/session-time';
import { downloadFile, reportMessage, sendMessage } from './api';
import { Composer } from './composer';
import { UnsentText } from './unsent-text';
import type { ConversationState } from './use-conversation';

export interface ConversationProps {
  booking: number | string;
  reader: Message['author'];
  names: Record<Message['author'], string>;
  zone: string;
  writable: boolean;
  state: ConversationState;
}

export function Conversation({ booking, reader, names, zone, writable, state }: ConversationProps) {
  const { api } = useShell();
  const [wasWritable] = useState(writable);
  const other = names[reader === 'student' ? 'coach' : 'student'];
  return (
    <>
      <Log {...{ booking, reader, names, zone, state }} />
      {writable ? (
        <Composer
          booking={booking}
          kind="message"
          label={`Message to ${other}`}
          action="Send"
          busyLabel="Sending..."
          send={(written) => sendMessage(api, booking, written)}
          onSent={state.add}
        />
      ) : (
        <>
          <p>
            <bdi>{other}</bdi> can't receive messages.
          </p>
          <UnsentText
            booking={booking}
            kind="message"
            label="Your unsent message"
            takesFocus={wasWritable}
          />
        </>
      )}
    </>
  );
}

type LogProps = Omit<ConversationProps, 'writable'>;

function Log({ booking, reader, names, zone, state }: LogProps) {
  const { messages, failed, seen, loadOlder, reload } = state;
  const [isOlderFailed, setOlderFailed] = useState(false);
  const log = useRef<HTMLElement>(null);
  const isPressed = useRef(false);
  const { run, busy } = useAction(async () => {
    isPressed.current = true;
    setOlderFailed(false);
    await loadOlder?.().catch(() => setOlderFailed(true));
  });
  const isComplete = loadOlder === null;
  useEffect(() => {
    if (!isComplete || !isPressed.current) return;
    isPressed.current = false;
    if (document.activeElement === document.body) log.current?.focus({ preventScroll: true });
  }, [isComplete]);
  if (!messages)
    return failed ? (
      <p role="alert">
        We couldn't load your messages.{' '}
        <Button
          variant="quiet"
          small
          onClick={() => {
            leaveButton();
            reload();
          }}
        >
          Retry
        </Button>
      </p>
    ) : (
      <p role="status">Loading messages...</p>
    );
  if (messages.length === 0)
    return <p>No messages yet. Say hi, ask a question, or share a replay.</p>;
  const lastSeen = messages.findLast(({ id, author }) => author === reader && id <= seen)?.id;
  return (
    <ConversationLog
      ref={log}
      label="Messages"
      oldest={messages[0]?.id}
      newest={messages.at(-1)?.id}
      own={messages.at(-1)?.author === reader}
    >
      {loadOlder && (
        <div>
          {isOlderFailed && <p role="alert">We couldn't load earlier messages.</p>}
          <Button
            variant="quiet"
            small
            busy={busy}
            busyLabel="Loading..."
            onClick={() => void run()}
          >
            {isOlderFailed ? 'Retry' : 'Show earlier messages'}
          </Button>
        </div>
      )}
      {messages.map((message) => {
        const isOwn = message.author === reader;
        return (
          <ChatMessage
            key={message.id}
            author={isOwn ? 'You' : names[message.author]}
            own={isOwn}
            delivery={message.kind === 'delivery'}
            time={formatInstant(Date.parse(message.sent_at), zone)}
            dateTime={message.sent_at}
            text={message.text}
            files={<Files booking={booking} files={message.files} />}
            foot={isOwn ? message.id === lastSeen && 'Seen' : <Report {...{ booking, message }} />}
          />
        );
      })}
    </ConversationLog>
  );
}

export function Files({ booking, files }: { booking: number | string; files: Message['files'] }) {
  if (files.length === 0) return null;
  return (
    <FileList label="Attachments">
      {files.map((file) => (
        <DownloadableFile key={file.id} booking={booking} file={file} />
      ))}
    </FileList>
  );
}

function DownloadableFile({
  booking,
  file,
}: {
  booking: number | string;
  file: Message['files'][number];
}) {
  const { api, notify } = useShell();
  const { run, busy } = useAction(async () => {
    try {
      saveFile(await downloadFile(api, booking, file.id), file.name);
    } catch {
      await notify.alert("We couldn't download this file.", 'Please try again.');
    }
  });
  return (
    <FileItem name={file.name} note={formatBytes(file.size)}>
      <Button
        variant="quiet"
        small
        busy={busy}
        busyLabel="Loading..."
        aria-label={`Download ${file.name}`}
        onClick={() => void run()}
      >
        Download
      </Button>
    </FileItem>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

interface ReportProps {
  booking: number | string;
  message: Message;
}

const reportFormId = ({ id }: Message) => `report-${id}`;

function Report({ booking, message }: ReportProps) {
  const { drafts } = useShell();
  const [isDone, setDone] = useState(false);
  const { isOpen, area, open, close } = useInPlaceForm(hasKeptText(drafts, reportFormId(message)));
  if (isDone)
    return (
      <span role="status" ref={focus} tabIndex={-1}>
        Thanks! We'll take a look.
      </span>
    );
  return (
    <div ref={area}>
      {isOpen ? (
        <ReportForm
          booking={booking}
          message={message}
          onDone={() => setDone(true)}
          onCancel={close}
        />
      ) : (
        <Button variant="quiet" small onClick={open}>
          Report
        </Button>
      )}
    </div>
  );
}

interface ReportFormProps extends ReportProps {
  onDone(): void;
  onCancel(): void;
}

function ReportForm({ booking, message, onDone, onCancel }: ReportFormProps) {
  const { api } = useShell();
  const formId = reportFormId(message);
  const forget = useKeptText(formId);
  const form = useForm<'reason'>(formId, async (values) => {
    const reason = trimText(textOf(values, 'reason'));
    if (!reason) return { errors: { reason: "Please tell us what's wrong." } };
    try {
      await reportMessage(api, booking, { id: message.id, reason });
      forget();
      onDone();
      return undefined;
    } catch (error) {
      return {
        error:
          (isApiError(error) && error.detail) || "We couldn't send your report. Please try again.",
      };
    }
  });
  return (
    <Form of={form} guarded onDiscard={forget}>
      <TextareaField {...form.field('reason')} label="What's wrong with this message?" rows={2} />
      <p>
        <Button type="submit" small busy={form.busy} busyLabel="Sending...">
          Send report
        </Button>{' '}
        <Button
          variant="quiet"
          small
          onClick={() => {
            forget();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </p>
    </Form>
  );
}
