import { Form, isApiError, SettingLink, useForm, useShell } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import { useState } from 'react';
import { resendVerification } from './api';

const NOT_SENT = "We couldn't send the email. Please try again.";

/** Responses of a server that does not offer the call. */
const UNSUPPORTED = [401, 403, 404, 405, 410, 501];

const focus = (element: HTMLElement | null) => element?.focus();

/** Shows the same message for unknown addresses, to prevent account enumeration; only a bounce or a failed call changes it. */
export function ResendVerification({ email }: { email: string }) {
  const { api } = useShell();
  const [isUnsupported, setUnsupported] = useState(false);
  const form = useForm('resend', async () => {
    const problem = await resendVerification(api, email).catch((failure: unknown) => {
      setUnsupported(isApiError(failure) && UNSUPPORTED.includes(failure.status));
      return NOT_SENT;
    });
    return problem
      ? { error: problem }
      : { success: "If that address is registered, we've sent the email again." };
  });
  if (isUnsupported)
    return (
      <p ref={focus} role="status" tabIndex={-1}>
        We can't send it again from here. Check your spam folder, or{' '}
        <SettingLink name="discordInviteUrl">contact us</SettingLink>.
      </p>
    );
  return (
    <Form of={form}>
      <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Sending...">
        Resend verification email
      </Button>{' '}
      <span role="status">{form.outcome.success}</span>
    </Form>
  );
}
