import { formatPrice } from '@carry/remote-kit/format';
import { paths } from '@carry/remote-kit/paths';
import { AverageRating, calendar, Icon, NamedPortrait } from '@carry/ui';
import { Link } from 'react-router-dom';
import type { ListedCoach } from './api';
import styles from './coach-cards.module.css';
import { NextFree } from './next-free';

export interface CoachCardsProps {
  coaches: readonly ListedCoach[];
  level?: 2 | 3;
}

export const CoachCards = ({ coaches, level = 3 }: CoachCardsProps) => (
  <ul className={styles.cards}>
    {coaches.map((coach) => (
      <CoachItem key={coach.id} coach={coach} level={level} />
    ))}
  </ul>
);

function CoachItem({ coach, level }: { coach: ListedCoach; level: 2 | 3 }) {
  const Name = `h${level}` as const;
  return (
    <li className={styles.card}>
      <NamedPortrait
        className={styles.portrait}
        src={coach.image_url}
        sources={coach.portrait?.sources}
        sizes="6rem"
        alt=""
        name={coach.name}
        width="96"
        height="115"
        loading="lazy"
        decoding="async"
      />
      <div className={styles.facts}>
        <Name className={styles.name}>
          <Link to={paths.booking(coach.id)} dir="auto">
            {coach.name}
          </Link>
        </Name>
        <p className={styles.rating}>
          {coach.rating ? (
            <AverageRating average={coach.rating} count={coach.reviews} />
          ) : (
            'No reviews yet'
          )}
        </p>
        <p className={styles.games}>{coach.games.map(({ name }) => name).join(', ')}</p>
      </div>
      <p className={styles.summary} dir="auto">
        {coach.summary}
      </p>
      {coach.languages.length > 0 && (
        <p className={styles.languages}>
          Speaks {coach.languages.map(({ name }) => name).join(', ')}
        </p>
      )}
      <p className={styles.deal}>
        <span className={styles.free}>
          <Icon path={calendar} />
          <span>{coach.is_hourly ? <NextFree at={coach.next_free_at} /> : 'Book anytime'}</span>
        </span>
        <span className={styles.price}>
          <small>From</small> {formatPrice(coach.price)}
          {coach.is_hourly && <small>/hour</small>}
        </span>
      </p>
    </li>
  );
}
