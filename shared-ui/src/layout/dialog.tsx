import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { findOpener } from './opener';

export interface DialogProps {
  title: string;
  note?: string | undefined;
  role?: 'dialog' | 'alertdialog';
  /** On Escape, or a click outside a plain dialog without a form. */
  onClose(): void;
  children: ReactNode;
}

export function Dialog({ title, note, role = 'dialog', onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const noteId = useId();
  useEffect(() => {
    const opener = findOpener();
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus], button')?.focus();
    return () => {
      element?.close();
      if (opener?.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: closes on a backdrop click; Escape is native
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={note ? noteId : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => {
        const isBackdrop = target === currentTarget;
        if (isBackdrop && role === 'dialog' && !currentTarget.querySelector('form')) onClose();
      }}
    >
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      {note && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
      <div className={styles.actions}>{children}</div>
    </dialog>
  );
}
