import { Form, useForm, useShell } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import { resendVerification } from './api';

const NOT_SENT = "We couldn't send the email. Please try again.";

/** Shows the same message for unknown addresses, to prevent account enumeration; only a bounce or a failed call changes it. */
export function ResendVerification({ email }: { email: string }) {
  const { api } = useShell();
  const form = useForm('resend', async () => {
    const problem = await resendVerification(api, email).catch(() => NOT_SENT);
    return problem
      ? { error: problem }
      : { success: "If that address is registered, we've sent the email again." };
  });
  return (
    <Form of={form}>
      <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Sending...">
        Resend verification email
      </Button>{' '}
      <span role="status">{form.outcome.success}</span>
    </Form>
  );
}
