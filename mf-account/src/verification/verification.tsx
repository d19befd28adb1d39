import { useShell } from 'remote-kit';
import { AltchaCheck } from './altcha-check';
import { RecaptchaCheck } from './recaptcha-check';

export interface CheckProps {
  /** Gets the token, or an empty string when it is used up, expires or fails. */
  onChange(token: string): void;
  /** A new number asks for a new token. */
  attempt: number;
}

/** The human verification of the configured provider. */
export function Verification(props: CheckProps) {
  const { captcha } = useShell().site;
  return captcha.provider === 'altcha' ? (
    <AltchaCheck {...props} challengePath={captcha.challengePath} />
  ) : (
    <RecaptchaCheck {...props} siteKey={captcha.siteKey} />
  );
}
