import {
  type DraftOffer,
  leaveButton,
  type ShellApi,
  usePageRestored,
  useShell,
} from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { arrowRight, close, Icon } from '@carry/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAccountChange } from '../account/use-account-change';
import styles from './continue.module.css';

/** Pages that are offered: a payment first, then what has typed text. */
const PAGES = [
  paths.bookingSuccess,
  paths.booking(''),
  paths.session(''),
  '/coach/',
  paths.coachDashboard,
];

/** Marks a dismissed offer, until its page saves another draft. */
const dismissed = ({ at = true }: { at?: number | true }) => at;

async function findOffer(shell: ShellApi): Promise<DraftOffer | null> {
  const { drafts } = shell;
  const offers = drafts.offers().map((offer) => ({ ...offer, title: `Continue ${offer.title}` }));
  const shown = PAGES.flatMap((pages) =>
    offers.filter((one) => one.path.startsWith(pages) && drafts.load(one.path) !== dismissed(one)),
  );
  const [first = null] = shown;
  if (!first?.path.includes('#booking=')) return first; // of no unpaid booking
  const late = import(/* webpackChunkName: "on-demand" */ './check-offer');
  return late.then(({ pickOffer }) => pickOffer(shell, shown)).catch(() => first);
}

export function ContinueBooking() {
  const shell = useShell();
  const [offer, setOffer] = useState<DraftOffer | null>(null);
  const newest = useRef<Promise<unknown>>(null);
  const load = useCallback(() => {
    const search = findOffer(shell);
    newest.current = search;
    void search.then((found) => newest.current === search && setOffer(found));
  }, [shell]);
  useEffect(load, [load]);
  useAccountChange(() => {
    setOffer(null);
    load();
  });
  usePageRestored(() => offer && load()); // the booking may be paid
  if (!offer) return null;
  const dismiss = () => {
    leaveButton();
    shell.drafts.save(offer.path, dismissed(offer));
    setOffer(null);
  };
  return (
    <aside className={styles.continue} aria-label="Your booking" data-stage>
      <Link to={offer.path}>
        {offer.title} <Icon path={arrowRight} />
      </Link>
      <button type="button" aria-label="Dismiss" onClick={dismiss}>
        <Icon path={close} />
      </button>
    </aside>
  );
}
