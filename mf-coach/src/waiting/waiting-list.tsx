import { games } from 'contracts/games';
import type { Waiting } from 'contracts/own-answers/coach';
import { Card } from 'shared-ui';
import own from '../own/own.module.css';
import styles from './waiting.module.css';

const day = () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Who waits for a coach, by game, the longest first. */
export function WaitingList({ data: entries }: { data: Waiting[] }) {
  const waited = games
    .map((game) => ({ ...game, entries: entries.filter(({ game: id }) => id === game.id) }))
    .filter(({ entries }) => entries.length > 0);
  if (waited.length === 0) return <p>Nobody waits for a coach right now.</p>;
  return (
    <>
      <p className={own.quiet}>
        Addresses are shortened: people left them for this site to write to. Tell its operator which game you would take.
      </p>
      <div className={styles.games}>
        {waited.map(({ id, name, entries }) => (
          <Card key={id} role="region" aria-label={name}>
            <h2>
              {name} <span>{entries.length}</span>
            </h2>
            <ul>
              {entries.map(({ address, since }) => (
                <li key={`${address} ${since}`}>
                  <span>{address}</span> <span>since {day().format(new Date(since))}</span>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}
