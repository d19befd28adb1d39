import type { PicturedCoach } from '@carry/remote-kit/own-answers';
import { NamedPortrait } from '@carry/ui';
import styles from './coach.module.css';

export const Gallery = ({ pictures }: { pictures: NonNullable<PicturedCoach['gallery']> }) => (
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
