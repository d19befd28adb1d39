import { type FieldWiring, useShell } from '@carry/remote-kit';
import { FieldError } from '@carry/ui';
import { AltchaCheck } from './altcha-check';
import { RecaptchaCheck } from './recaptcha-check';
import type { CheckProps } from './use-verified';
import styles from './verification.module.css';

export interface VerificationProps
  extends CheckProps,
    Pick<FieldWiring, 'id' | 'error' | 'alert'> {}

export function Verification({ id, error, alert, onChange, attempt }: VerificationProps) {
  const siteKey = useShell().site.settings['recaptchaSiteKey'];
  const props = { onChange, attempt };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout
    <div
      id={id}
      tabIndex={-1}
      role="group"
      aria-label="Human verification"
      aria-describedby={error ? `${id}-error` : undefined}
      className={styles.field}
    >
      {siteKey ? <RecaptchaCheck {...props} siteKey={siteKey} /> : <AltchaCheck {...props} />}
      <FieldError id={id} error={error} alert={alert} />
    </div>
  );
}
