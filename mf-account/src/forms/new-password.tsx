import { type FormState, textOf } from '@carry/remote-kit';
import { passwordRules } from '@carry/remote-kit/password';
import { check, circle, Icon, PasswordField } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import styles from './forms.module.css';
import { passwordProblem } from './password-rules';

export type NewPasswordFields = 'password' | 'repeated';

/** Returns the new password and its validation errors. */
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
