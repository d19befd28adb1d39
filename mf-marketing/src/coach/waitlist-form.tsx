import { Form, isApiError, textOf, useForm, useShell } from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import { paths } from '@carry/remote-kit/paths';
import { hasText } from '@carry/remote-kit/texts';
import { Button, TextField } from '@carry/ui';
import { Link } from 'react-router-dom';
import type { Game } from '../games/games';
import { joinWaitlist } from './api';
import styles from './coach.module.css';

const focusOn = (element: HTMLElement | null) => element?.focus();

export function WaitlistForm({ game, name }: { game: Game['id']; name: string }) {
  const { api, site } = useShell();
  const form = useForm<'email'>('waitlist', async (values) => {
    const email = textOf(values, 'email').trim();
    const problem = emailProblem(email);
    if (problem) return { errors: { email: problem } };
    try {
      await joinWaitlist(api, { game, email });
      return { success: `Thanks! We'll email you when a coach for ${name} is available.` };
    } catch (failure) {
      const invalid = isApiError(failure) && failure.status === 400;
      return invalid
        ? { errors: { email: 'Please enter a valid email address.' } }
        : {
            error: (isApiError(failure) && failure.detail) || "That didn't work. Please try again.",
          };
    }
  });

  if (form.outcome.success)
    return (
      <p ref={focusOn} role="status" tabIndex={-1}>
        {form.outcome.success}
      </p>
    );
  return (
    <Form of={form} className={styles.waitlist}>
      <TextField
        {...form.field('email')}
        label="Your email"
        type="email"
        autoComplete="email"
        required
      />
      <Button type="submit" busy={form.busy} busyLabel="Sending...">
        Tell me when a coach is available
      </Button>
      <p className={styles.consent}>
        We'll only use your email for this.{' '}
        {hasText(site, 'privacy') && <Link to={paths.privacy}>Privacy</Link>}
      </p>
    </Form>
  );
}
