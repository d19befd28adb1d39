import { useLocation } from 'react-router-dom';
import { useHost } from '../host/host';
import styles from './preview-ribbon.module.css';

export function PreviewRibbon() {
  const { previews } = useHost();
  const { pathname } = useLocation();
  if (previews.length === 0) return null;
  return (
    <aside className={styles.ribbon} aria-label="Preview">
      <p>
        Preview of{' '}
        {previews.map(({ remote, channel, commit }, index) => (
          <span key={remote}>
            {index > 0 && ', '}
            <strong>{remote}</strong> {channel} (commit {commit})
          </span>
        ))}
        . Everything else is live.
      </p>
      <a href={`${pathname}?preview=off`}>Exit</a>
    </aside>
  );
}
