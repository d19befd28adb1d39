import { type DraftOffer, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { arrowRight, close, Icon } from '@carry/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './continue.module.css';

/** Pages that are offered; the first kind has typed text. */
const PAGES = [paths.booking(''), paths.session(''), paths.coachBooking('')];

const choose = (offers: readonly DraftOffer[]): DraftOffer | null =>
  PAGES.flatMap((pages) => offers.filter(({ path }) => path.startsWith(pages)))[0] ?? null;

export function ContinueBooking() {
  const { drafts } = useShell();
  const [offer, setOffer] = useState<DraftOffer | null>(null);
  useEffect(() => setOffer(choose(drafts.offers())), [drafts]);
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
