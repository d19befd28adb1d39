import { useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useSentCode } from '@carry/remote-kit/sign-in';
import { hasText } from '@carry/remote-kit/texts';
import { Button, Consent, chat, Dialog, Icon } from '@carry/ui';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { AddressStep } from './address-step';
import { CodeStep } from './code-step';
import {
  focusBookNow,
  type SentCode,
  type SignedIn,
  type SignInDialogProps,
  sentCodeKey,
} from './contract';
import styles from './sign-in.module.css';
import { useDiscord } from './use-discord';

export function SignInDialog({
  coachId,
  methods,
  contact,
  outcome,
  onSignedIn,
  onClose,
}: SignInDialogProps) {
  const { auth, notify, site } = useShell();
  const { sent, setSent, replaceSent, forget } = useSentCode<SentCode>(sentCodeKey(coachId));
  const close = () => {
    forget();
    onClose();
  };
  const finish = async ({ tokens, contact }: SignedIn) => {
    onSignedIn(contact);
    await auth.signIn(tokens);
    close();
    focusBookNow();
    notify.toast("You're logged in.");
  };
  const discord = useDiscord(coachId, { onSignedIn: finish, onCode: setSent });
  const step = useRef<HTMLDivElement>(null);
  const hasCode = sent !== null;
  useEffect(() => {
    step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [hasCode]);
  useEffect(() => {
    if (outcome && !sent) void discord.resume(outcome);
  }, []);
  return (
    <Dialog
      title={sent ? 'Enter your code' : 'Log in to book'}
      note={sent ? undefined : "No password needed. We'll keep what you've typed."}
      onClose={close}
    >
      <div ref={step} className={styles.dialog}>
        {sent ? (
          <CodeStep
            sent={sent}
            onSent={replaceSent}
            onSignedIn={finish}
            onBack={() => setSent(null)}
          />
        ) : (
          <>
            {methods.includes('code') && <AddressStep contact={contact} onSent={setSent} />}
            {methods.includes('discord') && (
              <DiscordButton busy={discord.busy} error={discord.error} onClick={discord.start} />
            )}
            <Consent
              by="continuing"
              terms={hasText(site, 'terms') && <Link to={paths.terms}>Terms</Link>}
              privacy={hasText(site, 'privacy') && <Link to={paths.privacy}>Privacy</Link>}
              className={styles.small}
            />
            <p className={styles.small}>
              With a password: <Link to={paths.login}>Login</Link> /{' '}
              <Link to={paths.register}>Register</Link>
            </p>
          </>
        )}
        <Button variant="quiet" onClick={close}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

interface DiscordButtonProps {
  busy: boolean;
  error: string | null;
  onClick(): void;
}

const DiscordButton = ({ busy, error, onClick }: DiscordButtonProps) => (
  <>
    <Button variant="quiet" busy={busy} busyLabel="Connecting..." onClick={onClick}>
      <Icon path={chat} /> Continue with Discord
    </Button>
    {error && (
      <p role="alert" className={styles.error}>
        {error}
      </p>
    )}
  </>
);
