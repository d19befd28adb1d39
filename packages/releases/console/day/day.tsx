import {
  type DayNumbers,
  formatMs,
  formatShare,
  type RemoteDetails,
  type SiteDay,
  type Unavailable,
} from '@carry/contracts/console';
import { useDocument } from '../data/use-document';
import { Loaded } from '../parts/page';
import { Version } from '../parts/version';
import { Chart } from './chart';
import styles from './chart.module.css';

/** Releases in one chart. */
const MAX_RELEASES = 4;
const DAY_MS = 24 * 3_600_000;
const KEYS = [styles.key0, styles.key1, styles.key2, styles.key3];

type Release = SiteDay['releases'][number];

/** Charts of the last 24 hours of a remote, one line for each release. */
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

function Charts({ day, remote: { name, live, canary } }: { day: SiteDay; remote: RemoteDetails }) {
  const rankOf = ({ version, slots }: Release) =>
    version === live?.version ? '9' : version === canary?.version ? '8' : (slots.at(-1)?.at ?? '');
  const releases = day.releases
    .filter(({ remote }) => remote === name)
    .sort((a, b) => (rankOf(a) < rankOf(b) ? 1 : -1))
    .slice(0, MAX_RELEASES);
  if (releases.length === 0)
    return <p className={styles.note}>No page has used it in the last 24 hours.</p>;
  const times = timesOf(day);
  const seriesOf = (value: (numbers: DayNumbers) => number | null) =>
    releases.map(({ version, slots }) => {
      const byTime = new Map(slots.map((numbers) => [numbers.at, numbers]));
      const values = times.map((time) => {
        const numbers = byTime.get(time);
        return numbers ? value(numbers) : null;
      });
      return { label: version, values };
    });
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
        <Chart
          title="Pages that failed"
          times={times}
          series={seriesOf(({ failed, used }) => (used > 0 ? failed / used : null))}
          format={(share) => formatShare(share, 1)}
        />
        <Chart title="LCP" times={times} series={seriesOf(({ LCP }) => LCP)} format={formatMs} />
        <Chart title="INP" times={times} series={seriesOf(({ INP }) => INP)} format={formatMs} />
        <Chart
          title="Server render"
          times={times}
          series={seriesOf(({ render }) => render)}
          format={formatMs}
        />
      </div>
      <p className={styles.note}>
        75th percentiles in slots of {day.slotMinutes} minutes,{' '}
        {day.shared ? 'of all sites' : 'of one site since it started'}.
      </p>
    </>
  );
}

function timesOf({ slotMinutes }: SiteDay): string[] {
  const slotMs = slotMinutes * 60_000;
  const last = Math.floor(Date.now() / slotMs);
  const slots = Math.round(DAY_MS / slotMs);
  return Array.from({ length: slots }, (_, at) =>
    new Date((last - slots + 1 + at) * slotMs).toISOString(),
  );
}
