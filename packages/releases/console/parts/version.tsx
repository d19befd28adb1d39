import { Link } from 'react-router-dom';
import styles from './badge.module.css';

export function Version({ version }: { version: string }) {
  const at = version.lastIndexOf('-');
  return (
    <span className={styles.version} title={version}>
      {version.slice(0, at)}
      <span className={styles.hash}>-{version.slice(at + 1, at + 8)}</span>
    </span>
  );
}

export const VersionLink = ({ remote, version }: { remote: string; version: string }) => (
  <Link to={`/remotes/${remote}/releases/${version}`}>
    <Version version={version} />
  </Link>
);

export const Commit = ({ commit }: { commit: string | null }) => (
  <span className={styles.commit} title={commit ?? undefined}>
    {commit ? commit.replace(/^([a-f0-9]{7})[a-f0-9]+/, '$1') : 'unknown'}
  </span>
);
