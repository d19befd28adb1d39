import { type DraftOffer, usePageRestored, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { arrowRight, close, Icon } from '@carry/ui';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './continue.module.css';

/** Pages that are offered; the first kind has typed text. */
const PAGES = [paths.booking(''), paths.session(''), paths.coachBooking('')];

const choose = (offers: readonly DraftOffer[]): DraftOffer | null =>
  PAGES.flatMap((pages) => offers.filter(({ path }) => path.startsWith(pages)))[0] ?? null;

export function ContinueBooking() {
  const { drafts } = useShell();
  const [offer, setOffer] = useState<DraftOffer | null>(null);
  const load = useCallback(() => setOffer(choose(drafts.offers())), [drafts]);
  useEffect(load, [load]);
  usePageRestored(() => offer && load()); // the booking may be paid
  if (!offer) return null;
  return (
    <aside className={styles.continue} aria-label="Your booking" data-stage>
      <Link to={offer.path}>
        Continue {offer.title} <Icon path={arrowRight} />
      </Link>
      <button type="button" aria-label="Dismiss" onClick={() => setOffer(null)}>
        <Icon path={close} />
      </button>
    </aside>
  );
}
