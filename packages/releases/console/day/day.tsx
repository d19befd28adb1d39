import type { RemoteDetails, SiteDay, Unavailable } from '@carry/contracts/console';
import { useDocument } from '../data/use-document';
import { Loaded } from '../parts/page';
import { Version } from '../parts/version';
import { Chart } from './chart';
import styles from './chart.module.css';
import { createSeries, createTimes, findReleases, measures } from './series';

const KEYS = [styles.key0, styles.key1, styles.key2, styles.key3];

export function Day({ remote }: { remote: RemoteDetails }) {
  const document = useDocument<SiteDay | Unavailable>('/day', { hasNumbers: true });
  return (
    <Loaded document={document}>
      {(day) =>
        'releases' in day ? (
          <Charts day={day} remote={remote} />
        ) : (
          <p className={styles.note}>{day.unavailable}</p>
        )
      }
    </Loaded>
  );
}

function Charts({ day, remote }: { day: SiteDay; remote: RemoteDetails }) {
  const { live, canary } = remote;
  const releases = findReleases(day, remote);
  if (releases.length === 0)
    return <p className={styles.note}>No page has used it in the last 24 hours.</p>;
  const times = createTimes(day);
  return (
    <>
      <ul className={styles.legend} aria-label="Releases in the charts">
        {releases.map(({ version }, index) => (
          <li key={version}>
            <svg viewBox="0 0 32 8" aria-hidden>
              <path className={KEYS[index]} d="M0 4h32" />
            </svg>
            <Version version={version} />
            {version === live?.version
              ? 'live'
              : version === canary?.version
                ? 'canary'
                : 'earlier'}
          </li>
        ))}
      </ul>
      <div className={styles.charts}>
        {measures.map((measure) => (
          <Chart
            key={measure.title}
            title={measure.title}
            times={times}
            series={createSeries(releases, times, measure)}
            format={measure.format}
          />
        ))}
      </div>
      <p className={styles.note}>
        75th percentiles in slots of {day.slotMinutes} minutes,{' '}
        {day.shared ? 'of all sites' : 'of one site since it started'}.
      </p>
    </>
  );
}
