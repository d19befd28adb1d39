import { Form, isApiError, type RouteHandle, useForm, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Button, LinkButton } from '@carry/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { setReminders } from '../account/api';
import styles from '../forms/forms.module.css';
import { PageFrame } from '../forms/page-frame';

function describeChoice(wanted: boolean | null): string {
  if (wanted === null) return 'Reminders are emails a day and an hour before each session.';
  return wanted
    ? "We'll remind you a day and an hour before each session."
    : "We won't remind you anymore. We'll still email you when a session is booked, moved or cancelled.";
}

/** Unsubscribe page of a reminder mail. A button stops the mails, so link scanners cannot. */
function Reminders() {
  const { api } = useShell();
  const [search] = useSearchParams();
  /** Null: unknown, because a mail program may have stopped the mails. */
  const [choice, setChoice] = useState<boolean | null>(null);
  const stop = useForm('reminders', () => save(false));
  const restart = useForm('reminders-again', () => save(true));
  async function save(wanted: boolean) {
    for (const form of [stop, restart]) form.clear();
    try {
      setChoice((await setReminders(api, wanted, search.get('token') ?? '')).wanted);
      return {};
    } catch (failure) {
      return {
        error: (isApiError(failure) && failure.detail) || "That didn't work. Please try again.",
      };
    }
  }
  return (
    <PageFrame
      title="Reminders"
      below={
        <LinkButton as={Link} to={paths.sessions} variant="quiet" className={styles.submit}>
          My Sessions
        </LinkButton>
      }
    >
      <Form of={stop}>
        <p role="status">{describeChoice(choice)}</p>
        <Button type="submit" busy={stop.busy} busyLabel="Saving..." className={styles.submit}>
          Stop reminders
        </Button>
      </Form>
      <Form of={restart} className={styles.next}>
        <Button
          type="submit"
          variant="quiet"
          busy={restart.busy}
          busyLabel="Saving..."
          className={styles.submit}
        >
          Send me reminders
        </Button>
      </Form>
    </PageFrame>
  );
}

const handle: RouteHandle = {
  query: ['token'],
  head: ({ site }) => ({ title: `Reminders | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: Reminders, handle });
