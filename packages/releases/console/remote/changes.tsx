import type { ReadEntry } from '@carry/contracts/console';
import { Author } from '../parts/author';
import { describeAction } from '../parts/describe-action';
import { Age } from '../parts/format';
import { VersionLink } from '../parts/version';
import styles from './changes.module.css';

export function Changes({ entries }: { entries: ReadEntry[] }) {
  if (entries.length === 0) return <p>Nothing has changed yet.</p>;
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.action} ${entry.channel ?? ''}`}>
          <span className={styles.what}>
            {describeAction(entry)}{' '}
            {entry.to && <VersionLink remote={entry.remote} version={entry.to} />}
          </span>
          <span className={styles.why}>{entry.why}</span>
          <span className={styles.who}>
            <Age at={entry.at} /> · <Author {...entry} />
          </span>
        </li>
      ))}
    </ol>
  );
}
