import { Form, useForm, useShell } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import { resendVerification } from './api';

/** Sends the verification mail again; says the same whether or not the address is known. */
export function ResendVerification({ email }: { email: string }) {
  const { api } = useShell();
  const form = useForm('resend', async () => {
    await resendVerification(api, email).catch(() => {});
    return { success: 'Sent, if the address is registered.' };
  });
  return (
    <Form of={form}>
      <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Sending...">
        Send the verification mail again
      </Button>{' '}
      <span role="status">{form.outcome.success}</span>
    </Form>
  );
}
