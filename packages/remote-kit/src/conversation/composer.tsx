import { formatBytes } from '@carry/contracts/format';
import { lengthProblem, MAX_MESSAGE, trimText } from '@carry/contracts/limits';
import type { Message } from '@carry/contracts/own-answers';
import { isApiError } from '@carry/contracts/shell';
import { Button, FieldError, FileItem, FileList, Icon, paperclip, TextareaField } from '@carry/ui';
import { type MouseEvent, useId, useRef } from 'react';
import { Form } from '../form/form';
import { type FieldWiring, useForm } from '../form/use-form';
import { useShell } from '../route/remote';
import type { Written } from './api';
import { type Outgoing, type OutgoingFile, useOutgoing } from './use-outgoing';

/** File types for the browser's file dialog; the server checks the content. */
const ACCEPT =
  '.png,.jpg,.jpeg,.gif,.webp,.pdf,.dem,.rofl,.vrf,.replay,.zip,.7z,.rar,.gz,.bz2,.zst';

export interface ComposerProps {
  booking: number | string;
  kind: 'message' | 'delivery';
  label: string;
  action: string;
  busyLabel: string;
  confirm?: { question: string; note: string };
  send(written: Written): Promise<Message>;
  onSent(message: Message): void;
}

type FieldName = 'text' | `file-${string}`;
const getField = ({ key }: OutgoingFile): FieldName => `file-${key}`;

const describeFailed = (file: OutgoingFile): [FieldName, string] => [
  getField(file),
  `${file.name} can't be sent. Please remove it or add it again.`,
];

function findErrors(
  text: string,
  { files, isUploading }: Pick<Outgoing, 'files' | 'isUploading'>,
): Partial<Record<FieldName, string>> | null {
  const failed = files.filter(({ problem }) => problem !== null);
  if (failed.length > 0) return Object.fromEntries(failed.map(describeFailed));
  if (isUploading) return { text: 'Your file is still uploading.' };
  if (!text && files.length === 0) return { text: 'Write a message or add a file.' };
  const long = lengthProblem(text, MAX_MESSAGE);
  return long ? { text: long } : null;
}

/** Focuses the next file's button, or else the element with this id, because the pressed button disappears. */
function leaveFile(button: Element, id: string): void {
  const file = button.closest('li');
  const next = file?.nextElementSibling ?? file?.previousElementSibling;
  (next?.querySelector('button') ?? document.getElementById(id))?.focus();
}

/** Text field with files. Text and files survive a reload and every failure. */
export function Composer({
  booking,
  kind,
  label,
  action,
  busyLabel,
  confirm,
  send,
  onSent,
}: ComposerProps) {
  const { notify } = useShell();
  const outgoing = useOutgoing(booking, kind);
  const picker = useRef<HTMLInputElement>(null);
  const addId = useId();
  const form = useForm<FieldName>(`${kind}-${booking}`, async () => {
    const text = trimText(outgoing.text);
    const files = outgoing.files.flatMap(({ uploaded }) => uploaded?.id ?? []);
    const errors = findErrors(text, outgoing);
    if (errors) return { errors };
    if (confirm && !(await notify.confirm(confirm.question, confirm.note))) return undefined;
    try {
      const content = { text, files };
      const message = await send({ key: outgoing.keyFor(content), ...content });
      outgoing.removeSent(outgoing);
      onSent(message);
      return undefined;
    } catch (error) {
      return {
        error:
          (isApiError(error) && error.detail) ||
          "We couldn't send this. It's still here, so please try again.",
      };
    }
  });
  return (
    <Form of={form} editableWhileBusy>
      <TextareaField
        {...form.field('text')}
        label={label}
        rows={3}
        value={outgoing.text}
        onChange={({ target }) => outgoing.write(target.value)}
      />
      {outgoing.files.length > 0 && (
        <FileList label="Files to send">
          {outgoing.files.map((file) => (
            <Attached
              key={file.key}
              file={file}
              wiring={form.field(getField(file))}
              onRemove={({ currentTarget }) => {
                leaveFile(currentTarget, addId);
                outgoing.remove(file.key);
              }}
            />
          ))}
        </FileList>
      )}
      <p>
        <Button type="submit" busy={form.busy} busyLabel={busyLabel}>
          {action}
        </Button>{' '}
        <Button
          id={addId}
          variant="quiet"
          busy={outgoing.isFull}
          busyLabel="Up to 10 files"
          onClick={() => picker.current?.click()}
        >
          <Icon path={paperclip} /> Add files
        </Button>
      </p>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label="Files"
        onChange={({ target }) => {
          void outgoing.attach([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <p>
        <small>Pictures, PDFs, replays and archives up to 20 MB. Links work, too.</small>
      </p>
    </Form>
  );
}

interface AttachedProps {
  file: OutgoingFile;
  wiring: FieldWiring;
  onRemove(event: MouseEvent<HTMLButtonElement>): void;
}

function Attached({ file, wiring: { id, error, alert }, onRemove }: AttachedProps) {
  const { name, uploaded, problem } = file;
  const note = problem ?? (uploaded ? formatBytes(uploaded.size) : 'Uploading...');
  return (
    <FileItem name={uploaded?.name ?? name} note={note} wrong={problem !== null}>
      <Button
        id={id}
        variant="quiet"
        small
        aria-label={`Remove ${name}`}
        aria-describedby={error && `${id}-error`}
        onClick={onRemove}
      >
        Remove
      </Button>
      <FieldError id={id} error={error} alert={alert} />
    </FileItem>
  );
}
