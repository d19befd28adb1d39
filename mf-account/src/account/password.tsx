import { Form, textOf, useForm, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Button, LinkButton, PasswordField, Setting } from '@carry/ui';
import { type ReactNode, useState } from 'react';
import { Link, useRevalidator } from 'react-router-dom';
import type { Arrival } from '../forms/arrival';
import { NewPassword, type NewPasswordFields, readNewPassword } from '../forms/new-password';
import { changePassword } from './api';
import { toFormErrors } from './refused';
import { StatusMessage } from './status-message';

/** For an account that was made by a mailed code or by Discord. */
export const NoPassword = ({ email }: { email: string }) => (
  <Setting
    title="Password"
    description="You log in with a code or Discord. Set a password to change your email or delete your account."
  >
    <SetPassword email={email}>Set a password</SetPassword>
  </Setting>
);

/** Links to the mailed link that sets a password, with the address filled in. */
export const SetPassword = ({ email, children }: { email: string; children: ReactNode }) => (
  <LinkButton
    as={Link}
    to={paths.forgotPassword}
    state={{ email } satisfies Partial<Arrival>}
    variant="quiet"
  >
    {children}
  </LinkButton>
);

export function Password({ email }: { email: string }) {
  const { api } = useShell();
  const { revalidate } = useRevalidator();
  const [changes, setChanges] = useState(0);
  const form = useForm<'current' | NewPasswordFields>('account-password', async (values) => {
    const current = textOf(values, 'current');
    const { password, errors } = readNewPassword(values);
    if (!current || errors)
      return {
        errors: { ...(!current && { current: 'Your current password is required.' }), ...errors },
      };
    try {
      await changePassword(api, current, password);
      setChanges((changes) => changes + 1);
      await revalidate();
      return { success: "Password changed. You're signed out on all other devices." };
    } catch (failure) {
      return toFormErrors(failure, 'current');
    }
  });
  return (
    <Setting title="Password" description="A new password signs you out on all other devices.">
      <Form of={form} key={changes}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('current')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <NewPassword label="New password" form={form} />
        <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Updating...">
          Change password
        </Button>
        <StatusMessage>{form.outcome.success}</StatusMessage>
      </Form>
    </Setting>
  );
}
