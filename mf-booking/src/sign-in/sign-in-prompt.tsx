import { useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { readSentCode } from '@carry/remote-kit/sign-in';
import { Button } from '@carry/ui';
import { type ComponentType, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { type SignInDialogProps, type SignInPromptProps, sentCodeKey } from './contract';
import styles from './prompt.module.css';

const DISCORD = '#discord=';
const FORM = '#booking-title';

/** Explains why Book Now is not active. Also rendered while the auth status is unknown; CSS hides it if a session is stored. */
export function SignInPrompt(props: SignInPromptProps) {
  const { methods } = props;
  const { Dialog, show, close, outcome } = useDialog(props);
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

/** Loads the dialog on a press, after a reload while the student waits for a code, and after the return from Discord (outcome in the hash). */
function useDialog({ coachId, methods }: Pick<SignInPromptProps, 'coachId' | 'methods'>) {
  const shell = useShell();
  const { auth, notify } = shell;
  const isOut = useStore(auth.store, ({ status }) => status === 'signed-out');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps> | null>(null);
  const show = () =>
    import(/* webpackChunkName: "on-demand" */ './sign-in-dialog').then(
      ({ SignInDialog }) => setDialog(() => SignInDialog),
      () => notify.alert("We couldn't open the login.", 'Please try again.'),
    );
  const isReturn = methods.includes('discord') && hash.startsWith(DISCORD);
  const mayAwaitCode = isOut && methods.length > 0;
  useEffect(() => {
    if (isReturn || (mayAwaitCode && readSentCode(shell, sentCodeKey(coachId)))) void show();
  }, [isReturn, mayAwaitCode]);
  const close = () => {
    setDialog(null);
    if (isReturn) void navigate({ hash: FORM }, { replace: true }); // the hash alone reloads no data
  };
  const outcome = isReturn ? hash.slice(DISCORD.length) : null;
  return { Dialog, show: () => void show(), close, outcome };
}
