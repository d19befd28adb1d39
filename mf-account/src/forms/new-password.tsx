import { type FormState, textOf } from '@carry/remote-kit';
import { tooLong } from '@carry/remote-kit/limits';
import { isStrong, MAX_PASSWORD, passwordRules, WEAK_PASSWORD } from '@carry/remote-kit/password';
import { check, circle, Icon, PasswordField } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import styles from './forms.module.css';

export type NewPasswordFields = 'password' | 'repeated';

/** Returns the error by field, or undefined if both fields are valid. */
export function passwordProblem(
  password: string,
  repeated: string,
): { password: string } | { repeated: string } | undefined {
  if (password !== repeated) return { repeated: 'Passwords do not match.' };
  if (password.length > MAX_PASSWORD) return { password: tooLong(MAX_PASSWORD) };
  return isStrong(password) ? undefined : { password: WEAK_PASSWORD };
}

export function readNewPassword(values: FormData) {
  const password = textOf(values, 'password');
  return { password, errors: passwordProblem(password, textOf(values, 'repeated')) };
}

export interface NewPasswordProps {
  label: string;
  form: Pick<FormState<NewPasswordFields>, 'field'>;
}

export function NewPassword({ label, form }: NewPasswordProps) {
  const [typed, setTyped] = useState('');
  const fields = useRef<HTMLDivElement>(null);
  // input that arrived before hydration
  useEffect(() => setTyped(fields.current?.querySelector('input')?.value ?? ''), []);
  return (
    <div ref={fields}>
      <PasswordField
        {...form.field('password')}
        label={label}
        autoComplete="new-password"
        required
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className={styles.rules} aria-label="Password rules">
        {passwordRules.map(({ text, holds }) => (
          <li
            key={text}
            data-met={holds(typed) || undefined}
            aria-label={`${text}, ${holds(typed) ? 'met' : 'not met yet'}`}
          >
            <Icon path={holds(typed) ? check : circle} /> {text}
          </li>
        ))}
      </ul>
      <PasswordField
        {...form.field('repeated')}
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        required
      />
    </div>
  );
}
