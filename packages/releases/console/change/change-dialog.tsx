import type { ConsoleChange, ConsoleSiteChange } from '@carry/contracts/console';
import { Banner, Button, Dialog, TextareaField } from '@carry/ui';
import { type FormEvent, type ReactNode, useId } from 'react';
import styles from './change-dialog.module.css';

/** A change of a remote or of the site document. */
export type AnyChange = ConsoleChange | ConsoleSiteChange;

/** A change that waits for its question to be answered. */
export interface AskedChange {
  question: string;
  /** Effect of the change, in one sentence. */
  note: string;
  confirm: string;
  isDangerous?: boolean;
  needsReason?: boolean;
  /** Further fields of the form. */
  fields?: ReactNode;
  /** Returns the change that the form describes. */
  build(form: FormData, why: string): AnyChange;
}

interface ChangeDialogProps {
  change: AskedChange;
  isSending: boolean;
  error: string | null;
  onConfirm(change: AnyChange): void;
  onClose(): void;
}

/** Asks whether to make a change, and why. */
export function ChangeDialog({ change, isSending, error, onConfirm, onClose }: ChangeDialogProps) {
  const { question, note, confirm, isDangerous, needsReason, fields, build } = change;
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onConfirm(build(form, String(form.get('why') ?? '').trim()));
  };
  return (
    <Dialog title={question} note={note} onClose={onClose}>
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
