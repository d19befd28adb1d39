import type { Coach } from '@carry/remote-kit/api';
import styles from './coach.module.css';

interface Rank {
  /** Such as "Rank: Summit, Counter-Strike 2". */
  alt: string;
  url?: string;
  color?: string;
  mark?: string;
}

/** Rank badges with their names. Falls back to two built-in ones if the server sends no `rank_images`. */
export const RankImages = ({
  images = builtInRanks,
}: {
  images: Coach['rank_images'] | Rank[];
}) => (
  <ul className={styles.ranks} aria-label="Ranks">
    {images.map(({ url, alt, color, mark }: Rank) => {
      const [rank = '', ...where] = alt.replace(/^Rank: /, '').split(', ');
      return (
        <li key={url ?? alt}>
          {url ? (
            <img src={url} alt={alt} width="88" height="88" fetchPriority="low" />
          ) : (
            <svg width="88" height="88" viewBox="0 0 120 120" role="img" aria-label={alt}>
              <path d="M60 6 108 26v40c0 28-22 40-48 48C34 106 12 94 12 66V26z" fill="#2b3146" />
              <path d="M60 16 98 32v34c0 22-17 32-38 39-21-7-38-17-38-39V32z" fill={color} />
              <path d={mark} fill="#fff4dc" />
            </svg>
          )}
          <span dir="auto" aria-hidden="true">
            <strong>{rank}</strong> {where.join(', ')}
          </span>
        </li>
      );
    })}
  </ul>
);

const builtInRanks: Rank[] = [
  {
    alt: 'Top rank, Counter-Strike 2',
    color: '#c9781a',
    mark: 'm30 80 22-34 9 14 12-20 18 40c-6 10-16 14-31 20-14-6-24-10-30-20z',
  },
  {
    alt: 'Top rank, Valorant',
    color: '#a83a4c',
    mark: 'M60 30 84 62 60 94 36 62zM60 46 48 62l12 16 12-16z',
  },
];
