import { Button, chat, Icon } from '@carry/ui';
import styles from './sign-in.module.css';

export interface DiscordButtonProps {
  busy: boolean;
  error: string | null;
  onClick(): void;
}

export const DiscordButton = ({ busy, error, onClick }: DiscordButtonProps) => (
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
