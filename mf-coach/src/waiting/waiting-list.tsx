import { assetPath } from '@carry/remote-kit';
import { formatCounted, formatDate, MAX_COUNTED } from '@carry/remote-kit/format';
import type { Waiting } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Card, State } from '@carry/ui';
import { Link } from 'react-router-dom';
import empty from '../art/empty.svg';
import { Note } from '../own/parts';
import styles from './waiting.module.css';

export function WaitingList({ data: entries }: { data: Waiting[] }) {
  const games = [...new Set(entries.map(({ game }) => game))];
  if (games.length === 0)
    return (
      <State drawing={assetPath(empty)}>
        <p>No one is waiting for a coach right now.</p>
      </State>
    );
  return (
    <>
      <Note>
        Addresses are shortened for privacy. Do you coach one of these games? Add it to your
        profile.
      </Note>
      <div className={styles.games}>
        {games.map((game) => (
          <Waiters
            key={game}
            game={game}
            entries={entries.filter((entry) => entry.game === game)}
          />
        ))}
      </div>
    </>
  );
}

function Waiters({ game, entries }: { game: string; entries: Waiting[] }) {
  const [first] = entries;
  const name = first?.game_name ?? game;
  const total = first?.waiting ?? entries.length;
  const more = total - entries.length;
  return (
    <Card role="region" aria-label={name}>
      <h2>
        <Link to={paths.game(game)}>{name}</Link> <span>{formatCounted(total)}</span>
      </h2>
      <ul>
        {entries.map(({ address, since }) => (
          <li key={`${address} ${since}`}>
            <span>{address}</span>{' '}
            <span>since {formatDate(new Date(since), { dateStyle: 'medium' })}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Note>
          {total >= MAX_COUNTED && 'At least '}
          {more === 1 ? 'One more is' : `${more} more are`} waiting.
        </Note>
      )}
    </Card>
  );
}
