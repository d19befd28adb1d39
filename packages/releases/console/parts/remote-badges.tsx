import type { RemoteOverview } from '@carry/contracts/console';
import { useAuthors } from './author';
import { Badge } from './badge';
import styles from './badge.module.css';
import { describeFreeze } from './format';

export function RemoteBadges({ remote }: { remote: RemoteOverview }) {
  const nameAuthor = useAuthors();
  const { live, canary, hold, waits, finished, freeze, lock, quarantine, ahead } = remote;
  const quarantined = Object.keys(quarantine).length;
  const isRunning = canary && canary.percent > 0;
  const word = canary?.rollout ? 'Rollout' : 'Canary';
  return (
    <p className={styles.badges}>
      {isRunning && (
        <Badge tone="info">
          {word} {canary.percent} %{canary.rollout?.paused ? ', paused' : ''}
        </Badge>
      )}
      {hold !== null && (
        <Badge tone="warning" title={hold}>
          Held
        </Badge>
      )}
      {waits && <Badge tone="warning">Waiting for approval</Badge>}
      {finished && <Badge tone="success">Rollout finished</Badge>}
      {freeze && (
        <Badge tone="warning" title={`Frozen ${describeFreeze(freeze)}`}>
          Frozen
        </Badge>
      )}
      {canary?.takenBack && <Badge tone="danger">Canary aborted</Badge>}
      {lock && (
        <Badge tone="warning" title={`${nameAuthor(lock.who, remote.name)}: ${lock.why}`}>
          Locked
        </Badge>
      )}
      {quarantined > 0 && <Badge tone="danger">{quarantined} in quarantine</Badge>}
      {ahead.length > 0 && <Badge tone="warning">Rolled back</Badge>}
      {live === null && <Badge tone="plain">Nothing is live</Badge>}
      {live &&
        !isRunning &&
        !canary?.takenBack &&
        !lock &&
        quarantined === 0 &&
        ahead.length === 0 && <Badge tone="success">All visitors on one release</Badge>}
    </p>
  );
}
