import type { IntroducedCoach, PicturedCoach } from '@carry/remote-kit/own-answers';
import { Banner, Icon, NamedPortrait, tag } from '@carry/ui';
import { LazyMarkdown } from '@carry/ui/lazy-markdown';
import { Rating, type RatingProps } from '../reviews/rating-line';
import { Clip } from './clip';
import styles from './coach.module.css';
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

const join = (items: readonly { name: string }[] = []) => items.map(({ name }) => name).join(', ');

function Introduction({ coach: { games, languages, country } }: { coach: IntroducedCoach }) {
  const facts = [
    ['Coaches', join(games)],
    ['Speaks', join(languages)],
    ['Lives in', country?.name ?? ''],
  ].filter(([, value]) => value);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.introduction}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Gallery = ({ pictures }: { pictures: NonNullable<PicturedCoach['gallery']> }) => (
  <ul className={styles.gallery} aria-label="Pictures">
    {pictures.map(({ url, sources, alt }) => (
      <li key={url}>
        <NamedPortrait
          src={url}
          sources={sources}
          sizes="22rem"
          name=""
          alt={alt}
          width="480"
          height="270"
          loading="lazy"
        />
      </li>
    ))}
  </ul>
);
