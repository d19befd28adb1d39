import {
  type Overview as Document,
  formatShare,
  type RemoteOverview,
  type SiteDay,
  type SiteHealth,
  type Unavailable,
} from '@carry/contracts/console';
import { formatCount } from '@carry/contracts/format';
import { Card } from '@carry/ui';
import { Link } from 'react-router-dom';
import { useDocument } from '../data/use-document';
import { Sparklines } from '../day/sparklines';
import { Author } from '../parts/author';
import { Age, describeFreeze, formatPlural } from '../parts/format';
import { NumbersLine, NumbersNote } from '../parts/numbers';
import { Loaded, Page } from '../parts/page';
import { RemoteBadges } from '../parts/remote-badges';
import { Commit, VersionLink } from '../parts/version';
import styles from './overview.module.css';

export function Overview() {
  const document = useDocument<Document>('/overview', { hasNumbers: true });
  const day = useDocument<SiteDay | Unavailable>('/day', { hasNumbers: true });
  return (
    <Page title="Overview">
      <Loaded document={{ ...document, error: document.error ?? day.error }}>
        {({ remotes, health }) => (
          <>
            <ul className={styles.list}>
              {remotes.map((remote) => (
                <li key={remote.name}>
                  <RemoteCard remote={remote} health={health} day={day.value} />
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

interface RemoteCardProps {
  remote: RemoteOverview;
  health: SiteHealth;
  day: SiteDay | Unavailable | null;
}

function RemoteCard({ remote, health, day }: RemoteCardProps) {
  const { name, paths, live, canary, hold, waits, finished, freeze, lock, previews } = remote;
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
            <VersionLink remote={name} version={live.version} />
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
              <dd>
                <Author who={live.by} remote={name} unsigned={live.unsigned} />
              </dd>
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
          {day && 'releases' in day && (
            <>
              <dt>24 hours</dt>
              <dd>{describeDay(day, name)}</dd>
            </>
          )}
          {hold !== null && (
            <>
              <dt>Held</dt>
              <dd>until you decide: {hold}</dd>
            </>
          )}
          {waits && (
            <>
              <dt>Waiting</dt>
              <dd>for approval of the rollout's next step</dd>
            </>
          )}
          {finished && (
            <>
              <dt>Finished</dt>
              <dd>All steps of the rollout are done; make it live.</dd>
            </>
          )}
          {lock && (
            <>
              <dt>Locked</dt>
              <dd>
                by <Author who={lock.who} remote={name} />: {lock.why}
              </dd>
            </>
          )}
          {freeze && (
            <>
              <dt>Frozen</dt>
              <dd>{describeFreeze(freeze)}</dd>
            </>
          )}
          {canary && canary.percent > 0 && (
            <>
              <dt>Canary</dt>
              <dd>
                <VersionLink remote={name} version={canary.version} />{' '}
                <NumbersLine health={health} remote={name} version={canary.version} />
              </dd>
            </>
          )}
        </dl>
      )}
      {day && 'releases' in day && <Sparklines day={day} remote={remote} />}
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

function describeDay({ releases, shared }: SiteDay, remote: string): string {
  const slots = releases.filter((release) => release.remote === remote).flatMap((one) => one.slots);
  const sum = (name: 'used' | 'failed') => slots.reduce((all, slot) => all + slot[name], 0);
  if (sum('used') === 0) return 'no page has reported';
  const sites = shared ? 'of all sites' : 'of one site';
  return `${formatShare(sum('failed'), sum('used'))} failures on ${formatCount(sum('used'))} pages ${sites}`;
}
