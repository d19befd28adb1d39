import type { Coach } from 'contracts/api';
import { Banner } from 'shared-ui';
import { LazyMarkdown } from 'shared-ui/lazy-markdown';
import styles from './coach.module.css';

const OFFER_HEADING = 'October Offer:';

/** Who the coach is: name, picture, description, ranks, and an offer when there is one. */
export const CoachHeader = ({ coach }: { coach: Coach }) => (
  <section className={styles.header}>
    {coach.special_offer && (
      <Banner tone="offer">
        <p>
          <strong>{OFFER_HEADING}</strong> {coach.special_offer}
        </p>
      </Banner>
    )}
    <div className={styles.who}>
      {coach.image_url && <img src={coach.image_url} alt={`Portrait of ${coach.name}`} width="120" height="120" fetchPriority="high" />}
      <h1 tabIndex={-1}>{coach.name}</h1>
    </div>
    <div className={styles.description}>
      <LazyMarkdown>{coach.description}</LazyMarkdown>
    </div>
    {coach.rank_images && coach.rank_images.length > 0 && (
      <ul className={styles.ranks} aria-label="Ranks">
        {coach.rank_images.map(({ url, alt }) => (
          <li key={url}>
            <img src={url} alt={alt} width="88" height="88" />
          </li>
        ))}
      </ul>
    )}
  </section>
);
