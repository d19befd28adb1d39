import type { Refusal } from '@carry/contracts/console';
import { Author } from '../parts/author';
import { Age } from '../parts/format';
import { Commit, Version } from '../parts/version';
import styles from './changes.module.css';
import { Checks } from './checks';

interface RefusalsProps {
  remote: string;
  refusals: Refusal[];
}

export const Refusals = ({ remote, refusals }: RefusalsProps) => (
  <ol className={styles.list}>
    {refusals.map(({ at, version, commit, who, why, checks }) => (
      <li key={at}>
        <span className={styles.what}>
          {version ? <Version version={version} /> : 'Not built into a release'}, commit{' '}
          <Commit commit={commit} />
        </span>
        <span className={styles.why}>{why}</span>
        <span className={styles.who}>
          <Age at={at} /> · <Author who={who} remote={remote} />
        </span>
        {checks.length > 0 && (
          <details>
            <summary>Checks</summary>
            <Checks label={`Checks of the publish at ${at}`} checks={checks} />
          </details>
        )}
      </li>
    ))}
  </ol>
);
