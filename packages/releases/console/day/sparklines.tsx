import type { RemoteOverview, SiteDay } from '@carry/contracts/console';
import { Sparkline } from './chart';
import styles from './chart.module.css';
import { findReleases, measures, seriesOf, timesOf } from './series';

export function Sparklines({ day, remote }: { day: SiteDay; remote: RemoteOverview }) {
  const releases = findReleases(day, remote);
  const times = timesOf(day);
  if (releases.length === 0) return null;
  return (
    <div className={styles.sparks}>
      {measures.map((measure) => (
        <Sparkline
          key={measure.title}
          title={measure.title}
          times={times}
          series={seriesOf(releases, times, measure)}
          format={measure.format}
        />
      ))}
    </div>
  );
}
