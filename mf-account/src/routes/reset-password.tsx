import { isApiError, type RouteHandle, useForm, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Button } from '@carry/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { setNewPassword } from '../forms/api';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { NewPassword, type NewPasswordFields, readNewPassword } from '../forms/new-password';
import { NextStep } from '../forms/next-step';

const INCOMPLETE = 'Invalid or incomplete reset link.';
const EXPIRED = 'Link invalid or expired.';
const UPDATED = 'Password updated. You can now log in.';

function ResetPassword() {
  const { api, auth } = useShell();
  const [signedIn, setSignedIn] = useState(false);
  const [search] = useSearchParams();
  const uid = search.get('uid');
  const token = search.get('token');
  const usable = Boolean(uid && token);
  const [isRejected, setRejected] = useState(!usable);

  const form = useForm<NewPasswordFields>(
    'reset-password',
    async (values) => {
      if (!uid || !token) return { error: INCOMPLETE };
      const { password, errors } = readNewPassword(values);
      if (errors) return { errors };
      try {
        const response = await setNewPassword(api, { uid, token, password });
        const { detail, access, refresh } = response ?? {};
        if (access && refresh) {
          await auth.signIn({ access, refresh });
          setSignedIn(true);
        }
        return { success: detail || UPDATED };
      } catch (failure) {
        setRejected(isApiError(failure) && failure.status === 400);
        return { error: (isApiError(failure) && failure.detail) || EXPIRED };
      }
    },
    usable ? {} : { error: INCOMPLETE },
  );

  if (signedIn)
    return (
      <FormPage title="You're all set" form={form} below={<NextStep />}>
        {null}
      </FormPage>
    );
  return (
    <FormPage
      title="Set a new password"
      form={form}
      below={
        <>
          {isRejected && !form.outcome.success && (
            <Link to={paths.forgotPassword}>Get a new link</Link>
          )}
          <Link to={paths.login}>Back to Login</Link>
        </>
      }
    >
      <NewPassword label="New password" form={form} />
      <Button
        type="submit"
        busy={form.busy}
        busyLabel="Updating..."
        disabled={!usable}
        className={styles.submit}
      >
        Set new password
      </Button>
    </FormPage>
  );
}

const handle: RouteHandle = {
  query: ['uid', 'token'],
  head: ({ site }) => ({ title: `Set a new password | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: ResetPassword, handle });
