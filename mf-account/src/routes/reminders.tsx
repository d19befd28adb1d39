import { isApiError, type RouteHandle, useForm, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Button, LinkButton } from '@carry/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { setReminders } from '../account/api';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';

/** Unsubscribe page of a reminder mail. A button stops the mails, so link scanners cannot. */
function Reminders() {
  const { api } = useShell();
  const [search] = useSearchParams();
  const [enabled, setEnabled] = useState(true);
  const form = useForm('reminders', async () => {
    try {
      const response = await setReminders(api, !enabled, search.get('token') ?? '');
      setEnabled(response.wanted);
      return {
        success: response.wanted ? "We'll remind you again." : "We won't remind you anymore.",
      };
    } catch (failure) {
      return {
        error: (isApiError(failure) && failure.detail) || "That didn't work. Please try again.",
      };
    }
  });
  return (
    <FormPage
      title="Reminders"
      form={form}
      below={
        <LinkButton as={Link} to={paths.sessions} variant="quiet" className={styles.submit}>
          My Sessions
        </LinkButton>
      }
    >
      <p>
        {enabled
          ? 'We email you a day and an hour before each session.'
          : "We'll still email you when a session is booked, moved or cancelled."}
      </p>
      <Button type="submit" busy={form.busy} busyLabel="Saving..." className={styles.submit}>
        {enabled ? 'Stop reminders' : 'Send me reminders again'}
      </Button>
    </FormPage>
  );
}

const handle: RouteHandle = {
  query: ['token'],
  head: ({ site }) => ({ title: `Reminders | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: Reminders, handle });
