import { emailProblem } from 'contracts/email';
import { paths } from 'contracts/paths';
import { isApiError } from 'contracts/shell';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { Button, TextField } from 'shared-ui';
import type { Game } from '../games/games';
import styles from './coach.module.css';

/** Takes an address to write to when the game gets a coach. */
export function WaitlistForm({ game, name }: { game: Game['id']; name: string }) {
  const { api } = useShell();
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'busy') return;
    const problem = emailProblem(email);
    setError(problem);
    if (problem) return form.current?.querySelector('input')?.focus();
    setState('busy');
    try {
      await api.post('/api/waitlist/', { game, email: email.trim() });
      setState('done');
    } catch (failure) {
      const invalid = isApiError(failure) && failure.status === 400;
      setError(invalid ? 'Please enter a valid email address.' : 'That did not work. Please try again.');
      setState('idle');
    }
  };

  if (state === 'done') return <p role="status">Thank you. We will write to you when a coach for {name} is available.</p>;
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.waitlist}>
      <TextField
        label="Your email"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={error}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Button type="submit" busy={state === 'busy'} busyLabel="Sending...">
        Tell me when a coach is available
      </Button>
      <p className={styles.consent}>
        We write to this address for nothing else. <Link to={paths.privacy}>Privacy</Link>
      </p>
    </form>
  );
}
