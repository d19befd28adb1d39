import type {
  AriaAttributes,
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import styles from './field.module.css';
import { useFieldValue } from './use-field-value';

/** What every field has. The name and an id that is the same each time are what browsers and password managers know it by. */
export interface FieldProps {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value, shown beside the field. */
  error?: string | null | undefined;
  /** Announces the error where it stands; for one that nothing else announces. */
  alert?: boolean | undefined;
}

type Wired<Attributes> = FieldProps & Omit<Attributes, keyof FieldProps>;

const joined = (...ids: (string | false | null | undefined)[]) =>
  ids.filter(Boolean).join(' ') || undefined;

function wiring(input: Pick<FieldProps, 'id' | 'error' | 'hint'> & AriaAttributes) {
  const { id, error, hint } = input;
  return {
    'aria-invalid': input['aria-invalid'] ?? (error ? true : undefined),
    'aria-describedby': joined(
      Boolean(hint) && `${id}-hint`,
      error && `${id}-error`,
      input['aria-describedby'],
    ),
    className: styles.control,
  } as const;
}

function Frame({
  id,
  label,
  error,
  alert,
  hint,
  children,
}: Omit<FieldProps, 'name'> & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} alert={alert} />
    </div>
  );
}

/** What is wrong with a field, for those that are more than one control. */
export const FieldError = ({
  id,
  error,
  alert = false,
}: Pick<FieldProps, 'id' | 'error' | 'alert'>) =>
  error ? (
    <p id={`${id}-error`} role={alert ? 'alert' : undefined} className={styles.error}>
      {error}
    </p>
  ) : null;

/** A one-line input with its label, hint and error. */
export function TextField({
  label,
  error,
  alert,
  hint,
  value,
  onChange,
  ...input
}: Wired<InputHTMLAttributes<HTMLInputElement>>) {
  const kept = useFieldValue(value, onChange);
  return (
    <Frame id={input.id} label={label} error={error} alert={alert} hint={hint}>
      <input dir="auto" {...input} {...kept} {...wiring({ ...input, error, hint })} />
    </Frame>
  );
}

export function TextareaField({
  label,
  error,
  alert,
  hint,
  value,
  onChange,
  ...textarea
}: Wired<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const kept = useFieldValue(value, onChange);
  return (
    <Frame id={textarea.id} label={label} error={error} alert={alert} hint={hint}>
      <textarea dir="auto" {...textarea} {...kept} {...wiring({ ...textarea, error, hint })} />
    </Frame>
  );
}

export const SelectField = ({
  label,
  error,
  alert,
  hint,
  children,
  ...select
}: Wired<SelectHTMLAttributes<HTMLSelectElement>>) => (
  <Frame id={select.id} label={label} error={error} alert={alert} hint={hint}>
    <select {...select} {...wiring({ ...select, error, hint })}>
      {children}
    </select>
  </Frame>
);
