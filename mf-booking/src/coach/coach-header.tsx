import type { Coach } from '@carry/remote-kit/api';
import { Banner, Icon, Portrait, tag } from '@carry/ui';
import { LazyMarkdown } from '@carry/ui/lazy-markdown';
import { Rating, type RatingProps } from '../reviews/rating-line';
import styles from './coach.module.css';
import { RankImages } from './rank-images';

const OFFER_HEADING = 'October Offer:';

export interface CoachHeaderProps {
  coach: Coach;
  reviews: RatingProps['reviews'];
}

export const CoachHeader = ({ coach, reviews }: CoachHeaderProps) => (
  <section className={styles.header}>
    <div className={styles.who}>
      {coach.image_url && (
        <Portrait
          className={styles.portrait}
          src={coach.image_url}
          alt={`Portrait of ${coach.name}`}
          width="120"
          height="120"
          fetchPriority="high"
        />
      )}
      <div className={styles.facts}>
        <h1 tabIndex={-1} dir="auto">
          {coach.name}
        </h1>
        <div className={styles.rating}>
          <Rating coach={coach} reviews={reviews} />
        </div>
        {coach.rank_images?.length !== 0 && <RankImages images={coach.rank_images} />}
      </div>
    </div>
    <div className={styles.description}>
      <LazyMarkdown>{coach.description}</LazyMarkdown>
    </div>
    {coach.special_offer && (
      <Banner tone="offer">
        <p className={styles.offer}>
          <Icon path={tag} /> <strong>{OFFER_HEADING}</strong> <bdi>{coach.special_offer}</bdi>
        </p>
      </Banner>
    )}
  </section>
);
