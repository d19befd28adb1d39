import { ABOVE_THE_FOLD_END } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { arrowRight, Icon } from '@carry/ui';
import { Link } from 'react-router-dom';
import { cardScene } from '../games/card-scenes';
import { blurbs } from '../games/content';
import { games } from '../games/games';
import styles from './games.module.css';

export const GameGrid = () => (
  <section className={styles.section} id="games" aria-labelledby="games-title">
    <h2 id="games-title">Choose Your Game</h2>
    <ul className={styles.games} id={ABOVE_THE_FOLD_END}>
      {games.map(({ id, name }) => (
        <li key={id}>
          <Link to={paths.game(id)} className={styles.game} data-game={id}>
            <img
              {...cardScene(id)}
              sizes="(min-width: 40rem) 24rem, 8rem"
              alt=""
              width="320"
              height="240"
              loading="lazy"
              fetchPriority="low"
              decoding="async"
            />
            <span className={styles.words}>
              <strong>{name}</strong>
              <span>{blurbs[id]}</span>
            </span>
            <Icon path={arrowRight} className={styles.arrow} />
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
