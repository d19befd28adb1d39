import type { Coach } from '@carry/contracts/api';
import { Banner } from '@carry/ui';
import { LazyMarkdown } from '@carry/ui/lazy-markdown';
import styles from './coach.module.css';
import { RankImages } from './rank-images';

const OFFER_HEADING = 'October Offer:';

/** Who the coach is: name, picture, description, ranks, and an offer when there is one. */
export const CoachHeader = ({ coach }: { coach: Coach }) => (
  <section className={styles.header}>
    {coach.special_offer && (
      <Banner tone="offer">
        <p>
          <strong>{OFFER_HEADING}</strong> <bdi>{coach.special_offer}</bdi>
        </p>
      </Banner>
    )}
    <div className={styles.who}>
      {coach.image_url && (
        <img
          src={coach.image_url}
          alt={`Portrait of ${coach.name}`}
          width="120"
          height="120"
          fetchPriority="high"
        />
      )}
      <h1 tabIndex={-1} dir="auto">
        {coach.name}
      </h1>
    </div>
    <div className={styles.description}>
      <LazyMarkdown>{coach.description}</LazyMarkdown>
    </div>
    {coach.rank_images?.length !== 0 && <RankImages images={coach.rank_images} />}
  </section>
);
