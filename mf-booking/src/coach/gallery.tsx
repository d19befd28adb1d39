import type { IntroducedCoach } from '@carry/remote-kit/own-answers/introduction';
import styles from './coach.module.css';

/** Pictures that a coach uploaded. */
export const Gallery = ({ pictures }: { pictures: NonNullable<IntroducedCoach['gallery']> }) => (
  <ul className={styles.gallery} aria-label="Pictures">
    {pictures.map(({ url, sources, alt }) => (
      <li key={url}>
        <picture>
          {sources.map((source) => (
            <source key={source.type} type={source.type} srcSet={source.srcset} sizes="22rem" />
          ))}
          <img src={url} alt={alt} width="480" height="270" loading="lazy" decoding="async" />
        </picture>
      </li>
    ))}
  </ul>
);
