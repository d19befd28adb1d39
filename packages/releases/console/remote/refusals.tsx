import type { Refusal } from '@carry/contracts/console';
import { Age } from '../parts/format';
import { Commit, Version } from '../parts/version';
import styles from './changes.module.css';
import { Checks } from './checks';

export const Refusals = ({ refusals }: { refusals: Refusal[] }) => (
  <ol className={styles.list}>
    {refusals.map(({ at, version, commit, who, why, checks }) => (
      <li key={at}>
        <span className={styles.what}>
          {version ? <Version version={version} /> : 'Not built into a release'}, commit{' '}
          <Commit commit={commit} />
        </span>
        <span className={styles.why}>{why}</span>
        <span className={styles.who}>
          <Age at={at} /> · {who}
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
