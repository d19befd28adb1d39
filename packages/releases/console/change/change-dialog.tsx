import type { ConsoleChange, ConsoleSiteChange } from '@carry/contracts/console';
import { Banner, Button, Dialog, TextareaField } from '@carry/ui';
import { type FormEvent, type ReactNode, useId } from 'react';
import styles from './change-dialog.module.css';

export type AnyChange = ConsoleChange | ConsoleSiteChange;

export interface AskedChange {
  question: string;
  note: string;
  confirm: string;
  isDangerous?: boolean;
  needsReason?: boolean;
  fields?: ReactNode;
  build(form: FormData, why: string): AnyChange;
  onDone?(): void;
}

interface ChangeDialogProps {
  change: AskedChange;
  isSending: boolean;
  error: string | null;
  onConfirm(change: AnyChange): void;
  onClose(): void;
}

export function ChangeDialog({ change, isSending, error, onConfirm, onClose }: ChangeDialogProps) {
  const { question, note, confirm, isDangerous, needsReason, fields, build } = change;
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onConfirm(build(form, String(form.get('why') ?? '').trim()));
  };
  return (
    // an alert dialog stays open on a click outside, which would discard the reason
    <Dialog role="alertdialog" title={question} note={note} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        {fields}
        <TextareaField
          id={`${id}-why`}
          name="why"
          label={needsReason ? 'Reason' : 'Reason (optional)'}
          hint="It is kept in the audit log."
          maxLength={500}
          required={needsReason}
          data-autofocus
        />
        {error && (
          <Banner tone="danger" role="alert" className={styles.error}>
            {error}
          </Banner>
        )}
        <div className={styles.buttons}>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            busy={isSending}
            busyLabel="Working…"
          >
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
