import type { PicturedCoach } from '@carry/remote-kit/own-answers';
import { Banner, Icon, NamedPortrait, tag } from '@carry/ui';
import { LazyMarkdown } from '@carry/ui/lazy-markdown';
import { Rating, type RatingProps } from '../reviews/rating-line';
import { Clip } from './clip';
import styles from './coach.module.css';
import { Gallery } from './gallery';
import { Introduction } from './introduction';
import { RankImages } from './rank-images';

const OFFER_HEADING = 'October Offer:';

export interface CoachHeaderProps {
  coach: PicturedCoach;
  reviews: RatingProps['reviews'];
}

export const CoachHeader = ({ coach, reviews }: CoachHeaderProps) => (
  <section className={styles.header}>
    <div className={styles.who}>
      {(coach.image_url || coach.games) && (
        <NamedPortrait
          className={styles.portrait}
          src={coach.image_url}
          sources={coach.portrait?.sources}
          sizes="11rem"
          name={coach.name}
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
        <Introduction coach={coach} />
        {coach.rank_images?.length !== 0 && <RankImages images={coach.rank_images} />}
      </div>
    </div>
    <div className={styles.description}>
      <LazyMarkdown>{coach.description}</LazyMarkdown>
    </div>
    <Clip coach={coach} />
    {coach.gallery?.[0] && <Gallery pictures={coach.gallery} />}
    {coach.special_offer && (
      <Banner tone="offer">
        <p className={styles.offer}>
          <Icon path={tag} /> <strong>{OFFER_HEADING}</strong> <bdi>{coach.special_offer}</bdi>
        </p>
      </Banner>
    )}
  </section>
);
