import { Form, isApiError, textOf, useForm, useShell } from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import { Button, TextField } from '@carry/ui';
import { requestCode } from './api';
import type { SentCode } from './contract';

export interface AddressStepProps {
  /** Contact of the booking; offered if it is an email address. */
  contact: string;
  onSent(sent: SentCode): void;
}

export const NOT_SENT = "We couldn't send the code. Please try again.";
export const detailOf = (failure: unknown, otherwise: string) =>
  (isApiError(failure) && failure.code === 'http' && failure.detail) || otherwise;

export function AddressStep({ contact, onSent }: AddressStepProps) {
  const { api } = useShell();
  const form = useForm<'email'>('sign-in', async (values) => {
    const email = textOf(values, 'email').trim();
    const wrong = emailProblem(email);
    if (wrong) return { errors: { email: wrong } };
    try {
      onSent({ email, request: (await requestCode(api, email)).request });
      return undefined;
    } catch (failure) {
      return { error: detailOf(failure, NOT_SENT) };
    }
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        required
        data-autofocus
        defaultValue={emailProblem(contact.trim()) ? '' : contact.trim()}
      />
      <Button type="submit" busy={form.busy} busyLabel="Sending...">
        Email me a code
      </Button>
    </Form>
  );
}
