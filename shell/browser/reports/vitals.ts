import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { Reporter } from './reporter';

const LONG_TASK_MS = 50;

function onBlockingTime(report: (ms: number) => void): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes('longtask')) return;
  let blocked = 0;
  report(0);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked += duration - LONG_TASK_MS;
    report(blocked);
  }).observe({ type: 'longtask', buffered: true });
}

/** Calls back with the time until the page is hydrated, has replayed early input, and is idle (Safari: runs the next task). */
function onResponded({ responded }: Reporter, report: (ms: number) => void): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const { activationStart = 0 } = (navigation ?? {}) as { activationStart?: number };
  void responded.then((ms) => report(Math.max(0, ms - activationStart)));
}

/** Reports the web vitals of the opened page's release when the page is hidden. `reportAllChanges`, because `onINP` loses a late one. */
export function measureVitals(reporter: Reporter): void {
  const vitals = new Map<Metric['name'] | 'TBT' | 'TTI', number>();
  let hasLeft = false;
  const record = (name: Metric['name'] | 'TBT' | 'TTI', value: number) => {
    hasLeft ||= !reporter.isOnOwnPage();
    if (!hasLeft) vitals.set(name, value);
  };
  for (const onMetric of [onCLS, onFCP, onINP, onLCP, onTTFB])
    onMetric(({ name, value }) => record(name, value), { reportAllChanges: true });
  onBlockingTime((ms) => record('TBT', ms));
  onResponded(reporter, (ms) => record('TTI', ms));
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    for (const [name, value] of vitals)
      if (name !== 'TTI' || vitals.has('FCP')) reporter.vital(name, value);
    reporter.flush();
  });
}
