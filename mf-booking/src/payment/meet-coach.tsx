import { LEAVING, useAction, useCopy, useShell } from '@carry/remote-kit';
import { Button, Card, chat, copy as copyIcon, Icon } from '@carry/ui';
import { failureWords, startDiscord } from './api';
import styles from './confirmed.module.css';

const NO_DISCORD = 'Could not start Discord OAuth.';

export interface MeetCoachProps {
  bookingId: number | string;
  connected: boolean;
  /** The booking has no time, so there is no meeting. */
  optional: boolean;
}

const words = {
  meeting: {
    title: 'Meet your coach on Discord',
    connected: "You're in. Your coach will meet you in your session's channel.",
    open: 'Your session has its own channel. Connect your account to join it.',
  },
  optional: {
    title: 'Join us on Discord',
    connected: "You're in.",
    open: "You don't need Discord for this booking, but you can join our server.",
  },
};

export function MeetCoach({ bookingId, connected, optional }: MeetCoachProps) {
  const { api, notify, leave } = useShell();
  const {
    title,
    connected: whenConnected,
    open: whenOpen,
  } = optional ? words.optional : words.meeting;
  const { run: connect, busy: connecting } = useAction(async () => {
    const message = await startDiscord(api, bookingId).then(
      ({ url, detail, error }) =>
        url && leave('chat', url) ? null : detail || error || NO_DISCORD,
      (failure: unknown) => failureWords(failure) ?? NO_DISCORD,
    );
    if (message === null) return LEAVING;
    return notify.alert(message);
  });
  return (
    <Card>
      <h2>{title}</h2>
      <p className={styles.why}>{connected ? whenConnected : whenOpen}</p>
      <Button
        variant={connected || optional ? 'quiet' : 'primary'}
        className={styles.connect}
        busy={connecting}
        busyLabel="Connecting..."
        onClick={() => void connect()}
      >
        <Icon path={chat} /> Connect Discord & Join Channel
      </Button>
      <p className={styles.or}>
        Already on the server? Run this command there to claim your booking:
      </p>
      <Command text={`/claim ${bookingId}`} />
    </Card>
  );
}

function Command({ text }: { text: string }) {
  const { copy, status } = useCopy(text);
  return (
    <div className={styles.code}>
      <code>{text}</code>
      <Button variant="quiet" onClick={copy}>
        <Icon path={copyIcon} /> Copy command
      </Button>
      <span role="status">{status}</span>
    </div>
  );
}
