import { passwordRules } from 'contracts/password';
import { PasswordField } from 'shared-ui';
import styles from './forms.module.css';

export interface NewPasswordProps {
  label: string;
  password: string;
  repeated: string;
  onPassword(password: string): void;
  onRepeated(repeated: string): void;
}

/** A new password, its repetition, and which rules it meets so far. */
export const NewPassword = ({ label, password, repeated, onPassword, onRepeated }: NewPasswordProps) => (
  <>
    <PasswordField
      label={label}
      autoComplete="new-password"
      required
      value={password}
      onChange={({ target }) => onPassword(target.value)}
    />
    <ul className={styles.rules} aria-label="Password rules">
      {passwordRules.map(({ text, holds }) => (
        <li key={text} data-met={holds(password) || undefined}>
          {holds(password) ? '✓' : '○'} {text}
        </li>
      ))}
    </ul>
    <PasswordField
      label={`Confirm ${label.toLowerCase()}`}
      autoComplete="new-password"
      required
      value={repeated}
      onChange={({ target }) => onRepeated(target.value)}
    />
  </>
);
