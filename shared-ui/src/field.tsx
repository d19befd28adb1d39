import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';
import styles from './field.module.css';

interface Labelled {
  label: string;
  /** What is wrong with the value, shown beside the field. */
  error?: string | null | undefined;
  hint?: ReactNode;
}

function useWiring({ id, error, hint }: { id: string | undefined } & Pick<Labelled, 'error' | 'hint'>) {
  const fallback = useId();
  const own = id ?? fallback;
  const described = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ') || undefined;
  return { id: own, 'aria-invalid': error ? true : undefined, 'aria-describedby': described } as const;
}

function Frame({ id, label, error, hint, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A one-line input with its label, hint and error. */
export function TextField({ label, error, hint, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const wiring = useWiring({ id: input.id, error, hint });
  return (
    <Frame id={wiring.id} label={label} error={error} hint={hint}>
      <input {...input} {...wiring} className={styles.control} />
    </Frame>
  );
}

export function TextareaField({ label, error, hint, ...textarea }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const wiring = useWiring({ id: textarea.id, error, hint });
  return (
    <Frame id={wiring.id} label={label} error={error} hint={hint}>
      <textarea {...textarea} {...wiring} className={styles.control} />
    </Frame>
  );
}

export function SelectField({ label, error, hint, children, ...select }: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  const wiring = useWiring({ id: select.id, error, hint });
  return (
    <Frame id={wiring.id} label={label} error={error} hint={hint}>
      <select {...select} {...wiring} className={styles.control}>
        {children}
      </select>
    </Frame>
  );
}
