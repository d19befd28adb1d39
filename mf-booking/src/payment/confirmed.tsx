import { paths } from 'contracts/paths';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { Banner, Button, Card, LinkButton } from 'shared-ui';
import { startDiscord } from '../booking/api';
import styles from '../booking/booking.module.css';
import { ClaimConfirmation } from './claim-confirmation';
import { failureWords } from './failure-words';

/** Why the way back from the chat service may have come to nothing, as the address says; that it succeeded the server says. */
const failures: Record<string, string> = {
  refused: 'Discord was not connected.',
  taken: 'This Discord account is linked to somebody else.',
  unavailable: 'Discord does not answer, so it was not connected. Please try again.',
  not_joined: 'Your Discord account is connected, but joining the channel failed. Please try again.',
};

const NO_DISCORD = 'Could not start Discord OAuth.';

/** The paid booking, and how to meet the coach: link the chat account, or run the claim command. */
export function Confirmed({ bookingId, chatName }: { bookingId: number | string; chatName: string | null }) {
  const { api, notify, leave } = useShell();
  const [search] = useSearchParams();
  const failure = failures[search.get('discord') ?? ''];
  const claim = search.get('claim');
  const [connecting, setConnecting] = useState(false);
  const [copied, setCopied] = useState(false);
  const command = `/claim ${bookingId}`;

  const connect = async () => {
    setConnecting(true);
    const message = await startDiscord(api, bookingId).then(
      ({ url, detail, error }) => (url && leave('chat', url) ? null : detail || error || NO_DISCORD),
      (failure: unknown) => failureWords(failure) ?? NO_DISCORD,
    );
    if (message === null) return;
    setConnecting(false);
    await notify.alert(message);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(command).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };

  return (
    <Card>
      <h1 tabIndex={-1}>Booking Confirmed</h1>
      <p>
        Your booking number is <strong>{bookingId}</strong>. Join the channel to meet your coach.
      </p>
      {claim && <ClaimConfirmation token={claim} />}
      {(failure || chatName) && (
        <Banner tone={failure ? 'info' : 'success'} role="status" className={styles.linked}>
          <p>{failure ?? `Discord connected as ${chatName}.`}</p>
        </Banner>
      )}
      <div className={styles.row}>
        <Button busy={connecting} busyLabel="Connecting..." onClick={connect}>
          Connect Discord & Join Channel
        </Button>
      </div>
      <p>Already on the server? Run this command there to claim your booking:</p>
      <div className={styles.row}>
        <code>{command}</code>
        <Button variant="quiet" onClick={copy}>
          Copy command
        </Button>
        <span role="status">{copied && 'Copied'}</span>
      </div>
      <h2>Before your session</h2>
      <ul>
        <li>A microphone that works, and a quiet room.</li>
        <li>A 720p stream of your screen, ready to share.</li>
        <li>Your in-game name, and a link to a recording if you have one.</li>
      </ul>
      <LinkButton as={Link} to={paths.sessions} variant="quiet">
        My Sessions
      </LinkButton>
    </Card>
  );
}
