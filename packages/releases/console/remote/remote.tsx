import type { Overview, RemoteDetails } from '@carry/contracts/console';
import { Banner, Button } from '@carry/ui';
import { Link, useParams } from 'react-router-dom';
import { useAsk } from '../change/change-area';
import { useSession } from '../data/session';
import { useDocument } from '../data/use-document';
import { Day } from '../day/day';
import { Author, useAuthors } from '../parts/author';
import { formatPlural } from '../parts/format';
import { NumbersNote, NumbersTable } from '../parts/numbers';
import { Loaded, Page } from '../parts/page';
import { RemoteBadges } from '../parts/remote-badges';
import { CanaryCard } from './canary-card';
import { Changes } from './changes';
import { Flags } from './flags';
import { askLock, askUnlock } from './questions';
import { Refusals } from './refusals';
import styles from './remote.module.css';
import { Timeline } from './timeline';

export function Remote() {
  const { name = '' } = useParams();
  const document = useDocument<RemoteDetails>(`/remotes/${encodeURIComponent(name)}`, {
    hasNumbers: true,
  });
  const { session } = useSession();
  const refusal = session.remotes[name] ?? null;
  return (
    <Page title={name} aside={document.value && !refusal && <LockButton remote={document.value} />}>
      <Loaded document={document}>
        {(remote) => <Details remote={remote} refusal={refusal} />}
      </Loaded>
    </Page>
  );
}

function LockButton({ remote }: { remote: RemoteDetails }) {
  const ask = useAsk();
  const nameAuthor = useAuthors();
  const isLocked = remote.lock !== null;
  if (!remote.live) return null;
  return (
    <Button
      variant="quiet"
      onClick={() => ask(isLocked ? askUnlock(remote, nameAuthor) : askLock(remote))}
    >
      {isLocked ? 'Unlock' : 'Lock'}
    </Button>
  );
}

function Details({ remote, refusal }: { remote: RemoteDetails; refusal: string | null }) {
  const { name, paths, contact, lock, previews, flags, releases } = remote;
  const overview = useDocument<Overview>('/overview', { hasNumbers: true });
  return (
    <>
      {refusal && (
        <Banner tone="info" className={styles.banner}>
          {refusal}
        </Banner>
      )}
      {lock && (
        <Banner tone="offer" className={styles.banner}>
          Locked by <Author who={lock.who} remote={name} />: {lock.why}
        </Banner>
      )}
      <RemoteBadges remote={remote} />
      <p className={styles.about}>
        {paths.join(' ')}
        {contact && ` · ${contact}`} · <Link to={`/audit?remote=${name}`}>Audit log</Link>
        {previews.length > 0 && (
          <>
            {' · '}
            <Link to={`/previews?remote=${name}`}>
              {formatPlural(previews.length, 'open preview')}
            </Link>
          </>
        )}
      </p>
      <CanaryCard remote={remote} mayChange={!refusal} health={overview.value?.health ?? null} />
      <Health remote={remote} overview={overview} />
      <section className={styles.section} aria-labelledby="day">
        <h2 id="day">Last 24 hours</h2>
        <Day remote={remote} />
      </section>
      {flags.length > 0 && (
        <section className={styles.section} aria-labelledby="flags">
          <h2 id="flags">Feature flags</h2>
          <Flags flags={flags} />
        </section>
      )}
      <section className={styles.section} aria-labelledby="releases">
        <h2 id="releases">Releases</h2>
        {releases.length === 0 ? (
          <p>No release is stored.</p>
        ) : (
          <Timeline remote={remote} mayChange={!refusal} />
        )}
      </section>
      {remote.refusals.length > 0 && (
        <section className={styles.section} aria-labelledby="refusals">
          <h2 id="refusals">Refused publishes</h2>
          <Refusals remote={name} refusals={remote.refusals} />
        </section>
      )}
      <section className={styles.section} aria-labelledby="changes">
        <h2 id="changes">Last changes</h2>
        <Changes entries={remote.changes} />
      </section>
    </>
  );
}

interface HealthProps {
  remote: RemoteDetails;
  overview: ReturnType<typeof useDocument<Overview>>;
}

function Health({ remote: { name, live, canary }, overview }: HealthProps) {
  const arms = [
    ...(live ? [{ label: 'Live', version: live.version }] : []),
    ...(canary && canary.percent > 0 ? [{ label: 'Canary', version: canary.version }] : []),
  ];
  return (
    <section className={styles.section} aria-labelledby="health">
      <h2 id="health">Health</h2>
      <Loaded document={overview}>
        {({ health }) =>
          'releases' in health ? (
            <>
              <NumbersTable health={health} remote={name} arms={arms} />
              <p className={styles.note}>
                <NumbersNote health={health} />
              </p>
            </>
          ) : (
            <p className={styles.note}>{health.unavailable}</p>
          )
        }
      </Loaded>
    </section>
  );
}
