import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { close as cross, Icon } from '../media/icon';
import styles from './bottom-sheet.module.css';
import { findOpener } from './opener';

export interface BottomSheetProps {
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** Returns whether the current history entry is that of the open sheet with this title, or of any sheet. */
export const isSheetEntry = (title?: string): boolean =>
  title === undefined ? Boolean(history.state?.sheet) : history.state?.sheet === title;

/** A modal sheet for small screens. Close, Escape, a tap outside and Back close it. */
export function BottomSheet({ title, onClose, children }: BottomSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useEffectEvent(onClose);
  const isOwnEntry = useEffectEvent(() => isSheetEntry(title));
  const addEntry = useEffectEvent(() => history.pushState({ ...history.state, sheet: title }, ''));
  useEffect(() => {
    const element = sheet.current;
    const opener = findOpener();
    element?.showModal();
    // The sheet adds a history entry, so that Back closes it; other ways to close remove the entry.
    if (!isOwnEntry()) addEntry();
    const back = () => close();
    window.addEventListener('popstate', back);
    return () => {
      window.removeEventListener('popstate', back);
      if (isOwnEntry()) history.back();
      element?.close();
      if (opener?.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: closes on a backdrop click; Escape is native
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === sheet.current && onClose()}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" onClick={onClose} aria-label="Close">
          <Icon path={cross} />
        </button>
      </div>
      {children}
    </dialog>
  );
}
