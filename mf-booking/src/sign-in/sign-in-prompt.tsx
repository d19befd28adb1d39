import { useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Button } from '@carry/ui';
import { type ComponentType, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { SignInDialogProps, SignInPromptProps } from './contract';
import styles from './prompt.module.css';

const DISCORD = '#discord=';
const FORM = '#booking-title';

/**
 * Explains why Book Now is not active. Also rendered while the auth status is unknown; CSS hides it if a session is
 * stored.
 */
export function SignInPrompt(props: SignInPromptProps) {
  const { methods } = props;
  const { Dialog, show, close, outcome } = useDialog(methods);
  return (
    <>
      <div className={styles.prompt}>
        <p>
          <Link to={paths.login}>Login</Link> / <Link to={paths.register}>Register</Link> to book.{' '}
          <span className={styles.more}>We'll keep what you've typed.</span>
        </p>
        {methods.length > 0 && (
          <Button variant="quiet" className={styles.fast} onClick={show}>
            Log in without a password
          </Button>
        )}
      </div>
      {Dialog && <Dialog {...props} outcome={outcome} onClose={close} />}
    </>
  );
}

/** Loads the dialog on demand: on a press, or after the return from Discord, which puts the outcome into the hash. */
function useDialog(methods: readonly string[]) {
  const { notify } = useShell();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps> | null>(null);
  const show = () =>
    import(/* webpackChunkName: "on-demand" */ './sign-in-dialog').then(
      ({ SignInDialog }) => setDialog(() => SignInDialog),
      () => notify.alert("We couldn't open the login.", 'Please try again.'),
    );
  const isReturn = methods.includes('discord') && hash.startsWith(DISCORD);
  useEffect(() => {
    if (isReturn) void show();
  }, [isReturn]);
  const close = () => {
    setDialog(null);
    if (isReturn) void navigate({ hash: FORM }, { replace: true }); // the hash alone reloads no data
  };
  const outcome = isReturn ? hash.slice(DISCORD.length) : null;
  return { Dialog, show: () => void show(), close, outcome };
}
