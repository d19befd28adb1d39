import { Form } from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import { useAddressForm } from '@carry/remote-kit/sign-in';
import { Button, TextField } from '@carry/ui';
import type { SentCode } from './contract';

export interface AddressStepProps {
  /** Contact of the booking; offered if it is an email address. */
  contact: string;
  onSent(sent: SentCode): void;
}

export function AddressStep({ contact, onSent }: AddressStepProps) {
  const form = useAddressForm(onSent);
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
