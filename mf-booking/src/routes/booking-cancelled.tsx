import {
  assetPath,
  browserZone,
  LEAVING,
  type RouteHandle,
  useAction,
  useIsHere,
  useShell,
  useTime,
} from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton, State } from '@carry/ui';
import { type MouseEvent, useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import waiting from '../art/waiting.svg';
import { pay } from '../order/pay';
import { HeldOrder } from '../payment/held-order';
import { type HeldPayment, useHeldPayment } from '../payment/use-held-payment';
import { formatTime } from '../slots/days';
import styles from './page.module.css';

function BookingCancelled() {
  const { coachId, until, order, open } = useHeldPayment();
  const heldUntil = useHeldUntil(until);
  return (
    <div className={`${styles.wide} ${styles.beside}`}>
      <State drawing={assetPath(waiting)}>
        <h1 tabIndex={-1}>Booking Cancelled</h1>
        <p>
          Your payment was cancelled and your session was not booked. You can try again whenever you
          like. We'll keep what you've typed.
        </p>
        {until && (
          <p role="status" className={styles.line}>
            {heldUntil && `Your time is held until ${heldUntil}.`}
          </p>
        )}
        <div className={styles.row}>
          {coachId && <TryAgain coachId={coachId} open={open} />}
          <LinkButton as={Link} to={paths.home} variant="quiet">
            Back to Home
          </LinkButton>
        </div>
      </State>
      {order && <HeldOrder order={order} />}
    </div>
  );
}

/** Returns the local time at which the hold ends; null after it, and before hydration. */
function useHeldUntil(until: string | null): string | null {
  const end = until ? Date.parse(until) : Number.NaN;
  return useTime(useCallback((now) => (end > now ? formatTime(end, browserZone()) : null), [end]));
}

function TryAgain({ coachId, open }: { coachId: string; open: HeldPayment['open'] }) {
  const shell = useShell();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const form = paths.booking(coachId);
  const { run, busy } = useAction(async (openPage: NonNullable<typeof open>) => {
    if (await pay(shell, openPage())) return LEAVING;
    if (isHere() && !shell.session.aborted) await navigate(form);
    return undefined;
  });
  const press = (event: MouseEvent) => {
    if (!open || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void run(open);
  };
  return (
    <LinkButton as={Link} to={form} onClick={press}>
      {busy ? 'Opening the payment page...' : 'Try again'}
    </LinkButton>
  );
}

const handle: RouteHandle = {
  query: ['coach', 'booking', 'until'],
  head: ({ site }) => ({ title: `Booking Cancelled | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: BookingCancelled, handle });
