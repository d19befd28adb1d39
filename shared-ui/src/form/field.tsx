import type {
  AriaAttributes,
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import styles from './field.module.css';
import { useDefaultOption, useFieldValue } from './use-field-value';

/** Props of every field. Autofill and password managers need a stable `id` and `name`. */
export interface FieldProps {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Announces the error to screen readers; for the only error of a form. */
  alert?: boolean | undefined;
}

type FieldWith<Attributes> = FieldProps & Omit<Attributes, keyof FieldProps>;

const joinIds = (...ids: (string | false | null | undefined)[]) =>
  ids.filter(Boolean).join(' ') || undefined;

function getControlProps(input: Pick<FieldProps, 'id' | 'error' | 'hint'> & AriaAttributes) {
  const { id, error, hint } = input;
  return {
    'aria-invalid': input['aria-invalid'] ?? (error ? true : undefined),
    'aria-describedby': joinIds(
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

/** A field's error message, for fields with more than one control. */
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

export function TextField({
  label,
  error,
  alert,
  hint,
  value,
  onChange,
  ...input
}: FieldWith<InputHTMLAttributes<HTMLInputElement>>) {
  const valueProps = useFieldValue(value, onChange);
  return (
    <Frame id={input.id} label={label} error={error} alert={alert} hint={hint}>
      <input
        dir="auto"
        {...input}
        {...valueProps}
        {...getControlProps({ ...input, error, hint })}
      />
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
}: FieldWith<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const valueProps = useFieldValue(value, onChange);
  return (
    <Frame id={textarea.id} label={label} error={error} alert={alert} hint={hint}>
      <textarea
        dir="auto"
        {...textarea}
        {...valueProps}
        {...getControlProps({ ...textarea, error, hint })}
      />
    </Frame>
  );
}

export function SelectField({
  label,
  error,
  alert,
  hint,
  children,
  ...select
}: FieldWith<SelectHTMLAttributes<HTMLSelectElement>>) {
  const field = useDefaultOption(select.value);
  return (
    <Frame id={select.id} label={label} error={error} alert={alert} hint={hint}>
      <select ref={field} {...select} {...getControlProps({ ...select, error, hint })}>
        {children}
      </select>
    </Frame>
  );
}
