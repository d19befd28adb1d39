import { games } from 'contracts/games';
import { paths } from 'contracts/paths';
import { Link } from 'react-router-dom';
import { GameArt } from '../games/art';
import { blurbs } from '../games/content';
import styles from './home.module.css';

export const GameGrid = () => (
  <section className={styles.games} id="games" aria-labelledby="games-title">
    <h2 id="games-title">Choose Your Game</h2>
    <ul>
      {games.map(({ id, name }) => (
        <li key={id}>
          <Link to={paths.game(id)} className={styles.game} data-game={id}>
            <GameArt game={id} />
            <strong>{name}</strong>
            <span>{blurbs[id]}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
