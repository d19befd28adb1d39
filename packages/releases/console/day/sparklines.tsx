import type { RemoteOverview, SiteDay } from '@carry/contracts/console';
import { Sparkline } from './chart';
import styles from './chart.module.css';
import { createSeries, createTimes, findReleases, measures } from './series';

export function Sparklines({ day, remote }: { day: SiteDay; remote: RemoteOverview }) {
  const releases = findReleases(day, remote);
  const times = createTimes(day);
  if (releases.length === 0) return null;
  return (
    <div className={styles.sparks}>
      {measures.map((measure) => (
        <Sparkline
          key={measure.title}
          title={measure.title}
          times={times}
          series={createSeries(releases, times, measure)}
          format={measure.format}
        />
      ))}
    </div>
  );
}
