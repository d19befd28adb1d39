import { assetPath, useShell } from '@carry/remote-kit';
import { summarizeRatings } from '@carry/remote-kit/answers';
import type { Coach, Service } from '@carry/remote-kit/api';
import { paths } from '@carry/remote-kit/paths';
import { hasText } from '@carry/remote-kit/texts';
import { AverageRating, Icon, SkeletonText, shield } from '@carry/ui';
import { Link } from 'react-router-dom';
import cs2 from '../art/icons/rank-cs2.svg';
import valorant from '../art/icons/rank-valorant.svg';
import type { Rating } from './api';
import styles from './facts.module.css';
import { lowestRate } from './price';

/** For optional parts: `errorElement={null}` makes Await rethrow. */
export const Absent = () => null;

/** Renders "★★★★★ 4.6 13 reviews". */
export const RatingLine = ({ rating }: { rating: Rating }) => (
  <p className={styles.rating}>
    <AverageRating {...rating} />
  </p>
);

/** Renders "96 sessions coached", unless the count is missing or contradicts the number of reviews. */
export function SessionsGiven({ coach }: { coach: Coach | null }) {
  const count = coach?.sessions_given;
  if (!count || count < summarizeRatings(coach, []).count) return null;
  return (
    <p className={styles.rating}>
      <strong>{count}</strong> {count === 1 ? 'session' : 'sessions'} coached
    </p>
  );
}

export function PriceLine({ services }: { services: Service[] }) {
  const rate = lowestRate(services);
  if (!rate) return null;
  return (
    <p className={styles.price}>
      <small>From</small> {rate}
      <small>/hour</small>
    </p>
  );
}

export const PriceSkeleton = () => (
  <p className={styles.price} aria-hidden="true">
    <SkeletonText letters={7} />
  </p>
);

/** Rank pictures. Falls back to a built-in pair if the server sends no `rank_images`. */
export function Ranks({ coach }: { coach: Coach }) {
  const images = coach.rank_images ?? [
    { url: assetPath(cs2), alt: 'Top rank, Counter-Strike 2' },
    { url: assetPath(valorant), alt: 'Top rank, Valorant' },
  ];
  if (images.length === 0) return null;
  return (
    <ul className={styles.ranks}>
      {images.map(({ url, alt }) => {
        const [rank = '', ...where] = alt.replace(/^Rank: /, '').split(', ');
        return (
          <li key={url}>
            <img src={url} alt="" width="80" height="80" loading="lazy" />
            <span dir="auto">
              <b>{rank}</b> {where.join(', ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export const GuaranteeLine = () => (
  <p className={styles.promise}>
    <Icon path={shield} />
    <span>
      <strong>100% Satisfaction Guarantee.</strong> Your money back if you're not satisfied.{' '}
      {hasText(useShell().site, 'refunds') && <Link to={paths.refunds}>How refunds work</Link>}
    </span>
  </p>
);
