import type { RemoteDetails, TimelineRelease } from '@carry/contracts/console';
import { formatBytes } from '@carry/contracts/format';
import { Button } from '@carry/ui';
import { Link } from 'react-router-dom';
import { useAsk } from '../change/change-area';
import type { AskedChange } from '../change/change-dialog';
import { Author } from '../parts/author';
import { Badge } from '../parts/badge';
import { Age, formatPlural } from '../parts/format';
import { TableScroll } from '../parts/page';
import { Commit, VersionLink } from '../parts/version';
import { askCanary, askLift, askPromote, askRollback, askRollout } from './questions';
import styles from './timeline.module.css';

interface TimelineProps {
  remote: RemoteDetails;
  mayChange: boolean;
}

export function Timeline({ remote, mayChange }: TimelineProps) {
  const { name, releases, older } = remote;
  return (
    <>
      <TableScroll label="List of releases">
        <table>
          <thead>
            <tr>
              <th scope="col">Release</th>
              <th scope="col">State</th>
              <th scope="col">Actions</th>
              <th scope="col">Commit</th>
              <th scope="col">Built</th>
              <th scope="col">Live since</th>
              <th scope="col">Signed by</th>
              <th scope="col">Size</th>
            </tr>
          </thead>
          <tbody>
            {releases.map((release) => (
              <Row key={release.version} {...{ remote, release, mayChange }} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {older && (
        <p className={styles.older}>
          <Link to={`/remotes/${name}/releases?${new URLSearchParams({ before: older })}`}>
            Show older
          </Link>
        </p>
      )}
    </>
  );
}

type RowProps = TimelineProps & { release: TimelineRelease };

function Row({ remote, release, mayChange }: RowProps) {
  const { version, commit, createdAt, liveSince, by, signedBy, routes, bytes } = release;
  return (
    <tr>
      <th scope="row">
        <VersionLink remote={remote.name} version={version} />
      </th>
      <td data-title="State">
        <State release={release} remote={remote} />
      </td>
      <td data-title="">
        <Actions {...{ remote, release, mayChange }} />
      </td>
      <td data-title="Commit">
        <Commit commit={commit} />
      </td>
      <td data-title="Built">{createdAt ? <Age at={createdAt} /> : 'record unreadable'}</td>
      <td data-title="Live since">
        {liveSince ? (
          <>
            <Age at={liveSince} />
            <div className={styles.by}>
              {by && <Author who={by} remote={remote.name} unsigned={release.unsigned} />}
            </div>
          </>
        ) : (
          '–'
        )}
      </td>
      <td data-title="Signed by" className={styles.by}>
        {signedBy ? <Author who={signedBy} remote={remote.name} /> : '–'}
      </td>
      <td data-title="Size">
        <span className={styles.part}>{formatBytes(bytes)},</span>{' '}
        <span className={styles.part}>{formatPlural(routes, 'route')}</span>
      </td>
    </tr>
  );
}

function State({ release, remote }: Omit<RowProps, 'mayChange'>) {
  const { state, quarantine } = release;
  return (
    <div className={styles.states}>
      {state === 'live' && <Badge tone="success">Live</Badge>}
      {state === 'canary' && <Badge tone="info">Canary {remote.canary?.percent} %</Badge>}
      {state === 'earlier' && <Badge tone="plain">Earlier</Badge>}
      {state === 'ahead' && <Badge tone="warning">Rolled back from</Badge>}
      {state === 'stored' && <Badge tone="plain">Stored</Badge>}
      {quarantine && (
        <>
          <Badge tone="danger">Quarantine</Badge>
          <span className={styles.by}>{quarantine.why}</span>
        </>
      )}
    </div>
  );
}

function Actions({ remote, release, mayChange }: RowProps) {
  const { version, state } = release;
  const { live, name } = remote;
  return (
    <div className={styles.actions}>
      {mayChange && <Changes remote={remote} release={release} />}
      {live && state !== 'live' && (
        <Link
          to={`/remotes/${name}/compare?from=${live.version}&to=${version}`}
          aria-label={`Compare ${version} with the live release`}
        >
          Compare
        </Link>
      )}
    </div>
  );
}

/** Returns true if another release is rolling out or has all visitors, so the server refuses this one. */
function isReplaced({ canary }: RemoteDetails, version: string): boolean {
  if (!canary || canary.percent === 0 || canary.version === version) return false;
  return Boolean(canary.rollout) || canary.percent === 100;
}

function Changes({ remote, release }: Omit<RowProps, 'mayChange'>) {
  const ask = useAsk();
  const { state, quarantine, version } = release;
  const about = { remote, release };
  const button = (label: string, change: AskedChange) => (
    <Button
      key={label}
      variant="quiet"
      small
      aria-label={`${label}: ${version}`}
      onClick={() => ask(change)}
    >
      {label}
    </Button>
  );
  if (quarantine) return button('Lift quarantine', askLift(about));
  if (state === 'live' || remote.lock || isReplaced(remote, version)) return null;
  if (state === 'earlier') return button('Roll back', askRollback(about));
  if (state === 'ahead') return button('Return', askRollback(about));
  const isRunning = (remote.canary?.percent ?? 0) > 0;
  return (
    <>
      {button('Make live', askPromote(about))}
      {remote.live && !isRunning && (
        <>
          {button('Canary', askCanary(about))}
          {button('Rollout', askRollout(about))}
        </>
      )}
    </>
  );
}
