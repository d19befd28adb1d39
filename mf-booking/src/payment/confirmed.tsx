import { describeRest, getHeldMinutes, useShell, useTime } from '@carry/remote-kit';
import type { Purchase } from '@carry/remote-kit/answers';
import { formatDate } from '@carry/remote-kit/format';
import type { Receipt as ReceiptData } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Banner, Card, chat, Icon, LinkButton, microphone, video } from '@carry/ui';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ClaimConfirmation } from './claim-confirmation';
import styles from './confirmed.module.css';
import { MeetCoach } from './meet-coach';
import { Receipt, SessionTime } from './receipt';
import { MySessionsLink, SessionLinks } from './session-links';

/** Messages for the `discord` query parameter after an OAuth redirect. The API reports success. */
const failures: Record<string, string> = {
  refused: "Discord wasn't connected.",
  expired: "Discord wasn't connected in time. Please try again.",
  taken: 'This Discord account is already linked to someone else.',
  unavailable: "Discord isn't responding, so we couldn't connect your account. Please try again.",
  not_joined:
    "Your Discord account is connected, but we couldn't add you to the channel. Please try again.",
};

const MINUTE_MS = 60_000;
const FRESH_MS = 60 * MINUTE_MS;

export interface ConfirmedProps {
  bookingId: number | string;
  chatName: string | null;
  purchase: Purchase | null;
  receipt: ReceiptData | null;
  isUntimed: boolean;
}

export function Confirmed(props: ConfirmedProps) {
  const { bookingId, chatName, purchase, receipt, isUntimed } = props;
  const [search] = useSearchParams();
  const failure = failures[search.get('discord') ?? ''];
  const claim = search.get('claim');
  const hasEnded = useHasEnded(purchase);
  return (
    <div className={styles.confirmed}>
      <Heading {...{ bookingId, purchase, isUntimed, hasEnded }} />
      {claim && <ClaimConfirmation token={claim} />}
      {(failure || chatName) && (
        <Banner tone={failure ? 'info' : 'success'} role="status">
          <p>{failure ?? `Discord connected as ${chatName}.`}</p>
        </Banner>
      )}
      <div className={styles.main}>
        {hasEnded ? (
          <div className={styles.keep}>
            <SessionLinks bookingId={bookingId} />
          </div>
        ) : (
          <NextSteps {...props} connected={Boolean(chatName) && !failure} />
        )}
      </div>
      {purchase && <Receipt {...{ purchase, receipt, bookingId, chatName, hasEnded }} />}
    </div>
  );
}

interface NextStepsProps extends Pick<ConfirmedProps, 'bookingId' | 'purchase' | 'isUntimed'> {
  connected: boolean;
}

const NextSteps = ({ bookingId, purchase, isUntimed, connected }: NextStepsProps) => (
  <>
    {purchase && <SessionTime purchase={purchase} bookingId={bookingId} />}
    {purchase && isUntimed && <SendReplay bookingId={bookingId} />}
    {purchase?.place?.kind === 'link' ? (
      <MeetingLink url={purchase.place.url} />
    ) : (
      <MeetCoach bookingId={bookingId} connected={connected} optional={isUntimed} />
    )}
    {!isUntimed && <Preparations />}
    {!purchase && <MySessionsLink />}
  </>
);

/** True if the session is over or can't take place. The clock ends no booking of which a part is still to be arranged. */
function useHasEnded(purchase: Purchase | null): boolean {
  const isArranged = describeRest(purchase ?? {}, 'student') === null;
  const end = Date.parse(purchase?.session_time ?? '') + getHeldMinutes(purchase ?? {}) * MINUTE_MS;
  const hasPassed = useTime(useCallback((now: number) => now >= end, [end]));
  const { status = 'confirmed', coach_id } = purchase ?? {};
  return (isArranged && hasPassed === true) || status !== 'confirmed' || coach_id === null;
}

interface HeadingProps extends Pick<ConfirmedProps, 'bookingId' | 'purchase' | 'isUntimed'> {
  hasEnded: boolean;
}

function Heading({ bookingId, purchase, isUntimed, hasEnded }: HeadingProps) {
  if (!useIsFresh(purchase) || hasEnded)
    return (
      <div className={styles.done}>
        <div>
          <h1 tabIndex={-1}>Booking Confirmed</h1>
          <p>
            You booked with <bdi>{purchase?.coach_name}</bdi>
            {purchase?.paid_at &&
              ` on ${formatDate(Date.parse(purchase.paid_at), { dateStyle: 'long' })}`}
            .
          </p>
        </div>
      </div>
    );
  return (
    <div className={styles.done}>
      <Tick />
      <div>
        <h1 tabIndex={-1}>Booking Confirmed</h1>
        <p>
          {purchase ? (
            <>
              You're booked with <bdi>{purchase.coach_name}</bdi>. We'll email the details to{' '}
              <strong>{purchase.email}</strong>.
            </>
          ) : (
            <>
              Your booking number is <strong>{bookingId}</strong>.{' '}
              {isUntimed ? 'Your coach will contact you.' : 'Join the channel to meet your coach.'}
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** Returns false for a payment of more than an hour ago. Later visits find a receipt instead of a confirmation. */
function useIsFresh(purchase: Purchase | null): boolean {
  const { now } = useShell();
  const [openedAt] = useState(now);
  return !(openedAt - Date.parse(purchase?.paid_at ?? '') > FRESH_MS);
}

const SendReplay = ({ bookingId }: Pick<ConfirmedProps, 'bookingId'>) => (
  <Card>
    <h2>What's next</h2>
    <p className={styles.why}>
      Add your recording or message your coach on your booking's page. You'll get the result there.
    </p>
    <LinkButton as={Link} to={paths.session(bookingId)}>
      Open your booking
    </LinkButton>
  </Card>
);

/** Shown instead of Discord for a coach with a meeting link of their own. */
const MeetingLink = ({ url }: { url: string }) => (
  <Card>
    <h2>How to join</h2>
    <p className={styles.why}>
      You'll meet in your coach's video call. Open the link when your session starts.
    </p>
    <LinkButton href={url} target="_blank">
      <Icon path={video} /> Join session
    </LinkButton>
  </Card>
);

const PREPARATIONS = [
  { icon: microphone, what: 'A working microphone', how: 'and a quiet room.' },
  { icon: video, what: 'A 720p stream of your screen', how: 'ready to share.' },
  {
    icon: chat,
    what: 'Your in-game name',
    how: 'and a link to a recording. A match you lost teaches you more than one you won.',
  },
];

const Preparations = () => (
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
);

/** Animates once; static under `prefers-reduced-motion`. */
const Tick = () => (
  <svg className={styles.tick} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
    <circle cx="32" cy="32" r="24" fill="currentColor" fillOpacity=".14" />
    <path d="m21 33 8 8 15-16" />
    <path
      className={styles.rays}
      d="M32 1v5m0 52v5M1 32h5m52 0h5M10 10l3.5 3.5m37 37L54 54M10 54l3.5-3.5m37-37L54 10"
    />
  </svg>
);
