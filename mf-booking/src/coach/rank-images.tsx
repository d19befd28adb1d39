import type { Coach } from '@carry/remote-kit/api';
import styles from './coach.module.css';

/** Rank badges. Falls back to two built-in ones if the server sends no `rank_images`. */
export const RankImages = ({ images }: { images: Coach['rank_images'] }) => (
  <ul className={styles.ranks} aria-label="Ranks">
    {images
      ? images.map(({ url, alt }) => (
          <li key={url}>
            <img src={url} alt={alt} width="88" height="88" fetchPriority="low" />
            <RankText alt={alt} />
          </li>
        ))
      : builtInRanks.map(({ label, colour, mark }) => (
          <li key={label}>
            <svg width="88" height="88" viewBox="0 0 120 120" role="img" aria-label={label}>
              <path d="M60 6 108 26v40c0 28-22 40-48 48C34 106 12 94 12 66V26z" fill="#2b3146" />
              <path d="M60 16 98 32v34c0 22-17 32-38 39-21-7-38-17-38-39V32z" fill={colour} />
              <path d={mark} fill="#fff4dc" />
            </svg>
            <RankText alt={label} />
          </li>
        ))}
  </ul>
);

/** Visible copy of the image's alt text, such as "Rank: Summit, Counter-Strike 2". */
function RankText({ alt }: { alt: string }) {
  const [rank = '', ...where] = alt.replace(/^Rank: /, '').split(', ');
  return (
    <span aria-hidden="true">
      <strong>{rank}</strong> {where.join(', ')}
    </span>
  );
}

const builtInRanks = [
  {
    label: 'Rank: top, Counter-Strike 2',
    colour: '#c9781a',
    mark: 'm30 80 22-34 9 14 12-20 18 40c-6 10-16 14-31 20-14-6-24-10-30-20z',
  },
  {
    label: 'Rank: top, Valorant',
    colour: '#a83a4c',
    mark: 'M60 30 84 62 60 94 36 62zM60 46 48 62l12 16 12-16z',
  },
];
