import type { RouteHandle } from '@carry/remote-kit';
import { assetPath, SettingLink, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner, Button, LinkButton, State } from '@carry/ui';
import { createRef, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import broken from '../art/error.svg';
import { Confirmed } from '../payment/confirmed';
import { ConfirmedSkeleton } from '../payment/confirmed-skeleton';
import { Ended } from '../payment/ended';
import { usePaidBooking } from '../payment/use-paid-booking';
import styles from './page.module.css';

function BookingSuccess({ opened }: { opened: RefObject<string | null> }) {
  const shell = useShell();
  const { state, retry } = usePaidBooking(shell, opened);
  const isShown = state.kind !== 'failed' && state.kind !== 'signed-out';
  return (
    <div className={isShown ? styles.wide : styles.single}>
      {state.kind === 'loading' && <ConfirmedSkeleton />}
      {state.kind === 'paid' && (
        <Confirmed
          bookingId={state.bookingId}
          chatName={state.chatName}
          purchase={state.purchase}
          receipt={state.receipt}
          isUntimed={state.isUntimed}
        />
      )}
      {state.kind === 'ended' && (
        <Ended
          message={state.message}
          bookingId={state.bookingId}
          purchase={state.purchase}
          receipt={state.receipt}
        />
      )}
      {!isShown && (
        <State drawing={assetPath(broken)}>
          <h1 tabIndex={-1}>We couldn't show your booking</h1>
          <Banner tone="danger" role="alert">
            <p>{state.message}</p>
          </Banner>
          <p>
            If you've paid, open <Link to={paths.sessions}>My Sessions</Link> or contact{' '}
            <SettingLink name="discordInviteUrl">support</SettingLink>.
          </p>
          <div className={styles.row}>
            {state.kind === 'signed-out' && (
              <LinkButton as={Link} to={paths.login}>
                Login
              </LinkButton>
            )}
            {state.kind === 'failed' && state.canRetry && <Button onClick={retry}>Retry</Button>}
            <LinkButton as={Link} to={paths.home} variant="quiet">
              Back to Home
            </LinkButton>
          </div>
        </State>
      )}
    </div>
  );
}

const handle: RouteHandle = {
  private: true,
  query: ['session_id', 'discord', 'claim'],
  head: ({ site }) => ({ title: `Your booking | ${site.name}`, noindex: true }),
};

export function route() {
  const opened = createRef<string>();
  return { Component: () => <BookingSuccess opened={opened} />, handle };
}
