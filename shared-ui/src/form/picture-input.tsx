import { type ChangeEvent, type DragEvent, type ReactNode, useState } from 'react';
import { FieldError } from './field';
import styles from './picture.module.css';

export interface PictureInputProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | null;
  busy?: boolean;
  onChoose(file: File): void;
  children?: ReactNode;
}

export function PictureInput({
  id,
  label,
  hint,
  error,
  busy = false,
  onChoose,
  children,
}: PictureInputProps) {
  const [isOver, setOver] = useState(false);
  const choose = (file: File | undefined) => {
    if (file && !busy) onChoose(file);
  };
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    choose(target.files?.[0]);
    target.value = ''; // the same file can be chosen again
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input does the same for keyboards
    <div
      className={`${styles.place} ${isOver ? styles.over : ''}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{busy ? 'Uploading...' : label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-describedby={
          [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
        onChange={change}
      />
      <p role="status" className={styles.hint}>
        {busy ? 'Uploading your picture...' : ''}
      </p>
      <FieldError id={id} error={error} alert />
      {children}
    </div>
  );
}
