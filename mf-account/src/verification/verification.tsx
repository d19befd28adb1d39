import { useShell } from 'remote-kit';
import { AltchaCheck } from './altcha-check';
import type { CheckProps } from './check-props';
import { RecaptchaCheck } from './recaptcha-check';

/** The human verification of the configured provider. */
export function Verification(props: CheckProps) {
  const { captcha } = useShell().site;
  return captcha.provider === 'altcha' ? (
    <AltchaCheck {...props} challengePath={captcha.challengePath} />
  ) : (
    <RecaptchaCheck {...props} siteKey={captcha.siteKey} />
  );
}
