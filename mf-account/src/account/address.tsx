import { Form, textOf, useForm, useShell } from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import { Banner, Button, PasswordField, Setting, TextField } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import styles from './account.module.css';
import { changeAddress } from './api';
import { SetPassword } from './password';
import { toFormErrors } from './refused';
import { StatusMessage } from './status-message';

interface AddressProps {
  email: string;
  pending: string | null;
  undelivered: readonly string[];
  hasPassword: boolean;
}

export function Address({ email, pending, undelivered, hasPassword }: AddressProps) {
  return (
    <Setting
      title="Email address"
      description="You log in with it, and we email you there. To change it, open the link we send to the new address."
    >
      <p className={styles.now}>
        <span>Your address</span> <strong>{email}</strong>
      </p>
      {undelivered.map((address) => (
        <Banner key={address} tone="danger">
          <p>We couldn't deliver mail to {address}. Check the address.</p>
        </Banner>
      ))}
      {hasPassword ? (
        <ChangeAddress pending={pending} />
      ) : (
        <SetPassword email={email}>Set a password first</SetPassword>
      )}
    </Setting>
  );
}

function ChangeAddress({ pending }: Pick<AddressProps, 'pending'>) {
  const { api } = useShell();
  const { revalidate } = useRevalidator();
  const form = useForm<'email' | 'password'>('account-address', async (values) => {
    const address = textOf(values, 'email').trim();
    const password = textOf(values, 'password');
    const emailError = emailProblem(address);
    if (emailError || !password)
      return {
        errors: {
          ...(emailError && { email: emailError }),
          ...(!password && { password: 'Password is required.' }),
        },
      };
    try {
      await changeAddress(api, address, password);
      await revalidate();
      return {
        success: `We sent a link to ${address}. Open it to confirm the change.`,
      };
    } catch (failure) {
      return toFormErrors(failure, 'password');
    }
  });
  return (
    <>
      {pending && !form.outcome.success && (
        <p className={styles.pending}>
          We sent a link to {pending}. Open it to confirm the change.
        </p>
      )}
      <Form of={form}>
        <TextField
          {...form.field('email')}
          label="New email"
          type="email"
          autoComplete="email"
          required
        />
        <PasswordField
          {...form.field('password')}
          label="Your password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Sending...">
          Change address
        </Button>
        <StatusMessage>{form.outcome.success}</StatusMessage>
      </Form>
    </>
  );
}
