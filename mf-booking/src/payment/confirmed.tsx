import { LEAVING, useAction, useShell } from '@carry/remote-kit';
import type { Purchase } from '@carry/remote-kit/answers';
import { paths } from '@carry/remote-kit/paths';
import {
  Banner,
  Button,
  Card,
  chat,
  copy as copyIcon,
  Icon,
  LinkButton,
  microphone,
  video,
} from '@carry/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { startDiscord } from './api';
import { ClaimConfirmation } from './claim-confirmation';
import styles from './confirmed.module.css';
import { failureWords } from './failure-words';
import { Receipt, SessionTime } from './receipt';

/** Why the way back from the chat service may have come to nothing, as the address says; that it succeeded the server says. */
const failures: Record<string, string> = {
  refused: 'Discord was not connected.',
  taken: 'This Discord account is linked to somebody else.',
  unavailable: 'Discord does not answer, so it was not connected. Please try again.',
  not_joined:
    'Your Discord account is connected, but joining the channel failed. Please try again.',
};

const NO_DISCORD = 'Could not start Discord OAuth.';

export interface ConfirmedProps {
  bookingId: number | string;
  chatName: string | null;
  purchase: Purchase | null;
}

/** The paid booking, and how to meet the coach: link the chat account, or run the claim command. */
export function Confirmed({ bookingId, chatName, purchase }: ConfirmedProps) {
  const { api, notify, leave } = useShell();
  const [search] = useSearchParams();
  const failure = failures[search.get('discord') ?? ''];
  const claim = search.get('claim');
  const [copied, setCopied] = useState(false);
  const command = `/claim ${bookingId}`;

  const { run: connect, busy: connecting } = useAction(async () => {
    const message = await startDiscord(api, bookingId).then(
      ({ url, detail, error }) =>
        url && leave('chat', url) ? null : detail || error || NO_DISCORD,
      (failure: unknown) => failureWords(failure) ?? NO_DISCORD,
    );
    if (message === null) return LEAVING;
    return notify.alert(message);
  });
  const copy = async () => {
    await navigator.clipboard.writeText(command).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };

  return (
    <div className={styles.confirmed}>
      <div className={styles.done}>
        <Tick />
        <div>
          <h1 tabIndex={-1}>Booking Confirmed</h1>
          <p>
            {purchase ? (
              <>
                You are booked with <bdi>{purchase.coach_name}</bdi>. We send everything to{' '}
                <strong>{purchase.email}</strong>.
              </>
            ) : (
              <>
                Your booking number is <strong>{bookingId}</strong>. Join the channel to meet your
                coach.
              </>
            )}
          </p>
        </div>
      </div>
      {claim && <ClaimConfirmation token={claim} />}
      {(failure || chatName) && (
        <Banner tone={failure ? 'info' : 'success'} role="status">
          <p>{failure ?? `Discord connected as ${chatName}.`}</p>
        </Banner>
      )}
      <div className={styles.main}>
        {purchase && <SessionTime purchase={purchase} />}
        <Card>
          <h2>Meet your coach on Discord</h2>
          <p className={styles.why}>
            Your session has its own channel. Connect your account and it opens for you.
          </p>
          <Button
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
          <div className={styles.code}>
            <code>{command}</code>
            <Button variant="quiet" onClick={copy}>
              <Icon path={copyIcon} /> Copy command
            </Button>
            <span role="status">{copied && 'Copied'}</span>
          </div>
        </Card>
        <Card>
          <h2>Before your session</h2>
          <ul className={styles.todo}>
            {PREPARATIONS.map(({ icon, what, how }) => (
              <li key={what}>
                <Icon path={icon} />
                <div>
                  <strong>{what}</strong> <span>{how}</span>
                </div>
              </li>
            ))}
          </ul>
        </Card>
        {!purchase && (
          <LinkButton as={Link} to={paths.sessions} variant="quiet">
            My Sessions
          </LinkButton>
        )}
      </div>
      {purchase && <Receipt purchase={purchase} bookingId={bookingId} chatName={chatName} />}
    </div>
  );
}

const PREPARATIONS = [
  { icon: microphone, what: 'A microphone that works', how: 'and a quiet room.' },
  { icon: video, what: 'A 720p stream of your screen', how: 'ready to share.' },
  {
    icon: chat,
    what: 'Your in-game name',
    how: 'and a link to a recording: a match that you lost teaches more than one that you won.',
  },
];

/** The one moment of joy: it draws itself once, and stands still for who wants no motion. */
const Tick = () => (
  <svg className={styles.tick} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
    <circle cx="32" cy="32" r="24" fill="currentColor" fillOpacity=".14" />
    <path d="m21 33 8 8 15-16" />
    <path
      className={styles.rays}
      d="M32 1v5m0 52v5M1 32h5m52 0h5M10 10l3.500 3.500m37 37L54 54M10 54l3.500-3.500m37-37L54 10"
    />
  </svg>
);
