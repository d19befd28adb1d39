import type { Overview as Document, RemoteOverview, SiteHealth } from '@carry/contracts/console';
import { Card } from '@carry/ui';
import { Link } from 'react-router-dom';
import { useDocument } from '../data/use-document';
import { formatPlural } from '../parts/format';
import { NumbersLine, NumbersNote } from '../parts/numbers';
import { Loaded, Page } from '../parts/page';
import { RemoteBadges } from '../parts/remote-badges';
import { Age } from '../parts/time';
import { Commit, Version } from '../parts/version';
import styles from './overview.module.css';

/** All remotes: live release, canary, health, previews, quarantine, lock. */
export function Overview() {
  const document = useDocument<Document>('/overview');
  return (
    <Page title="Overview">
      <Loaded document={document}>
        {({ remotes, health }) => (
          <>
            <ul className={styles.list}>
              {remotes.map((remote) => (
                <li key={remote.name}>
                  <RemoteCard remote={remote} health={health} />
                </li>
              ))}
            </ul>
            {remotes.length === 0 && <p>No remote has been published yet.</p>}
            <p className={styles.note}>
              <NumbersNote health={health} />
            </p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function RemoteCard({ remote, health }: { remote: RemoteOverview; health: SiteHealth }) {
  const { name, paths, live, canary, previews } = remote;
  return (
    <Card className={styles.card}>
      <h2>
        <Link to={`/remotes/${name}`}>{name}</Link>
      </h2>
      <p className={styles.paths}>{paths.join(' ')}</p>
      <RemoteBadges remote={remote} />
      {live && (
        <dl className={styles.facts}>
          <dt>Live</dt>
          <dd>
            <Version version={live.version} />
            {live.liveSince && (
              <>
                {' '}
                <Age at={live.liveSince} />
              </>
            )}
          </dd>
          <dt>Commit</dt>
          <dd>
            <Commit commit={live.commit} />
          </dd>
          {live.by && (
            <>
              <dt>By</dt>
              <dd>{live.by}</dd>
            </>
          )}
          {'releases' in health && (
            <>
              <dt>Health</dt>
              <dd>
                <NumbersLine health={health} remote={name} version={live.version} />
              </dd>
            </>
          )}
          {canary && canary.percent > 0 && (
            <>
              <dt>Canary</dt>
              <dd>
                <Version version={canary.version} />{' '}
                <NumbersLine health={health} remote={name} version={canary.version} />
              </dd>
            </>
          )}
        </dl>
      )}
      {previews.length > 0 && (
        <p className={styles.more}>
          <Link to={`/previews?remote=${name}`}>
            {formatPlural(previews.length, 'open preview')}
          </Link>
        </p>
      )}
    </Card>
  );
}
