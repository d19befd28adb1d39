import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { Reporter } from './reporter';

/**
 * Reports the web vitals when the page is hidden. Uses `reportAllChanges`, because `onINP` loses an interaction that comes less than
 * an idle callback before the page is hidden.
 */
export function measureVitals(reporter: Reporter): void {
  const vitals = new Map<Metric['name'], number>();
  for (const onMetric of [onCLS, onFCP, onINP, onLCP, onTTFB])
    onMetric(({ name, value }) => vitals.set(name, value), { reportAllChanges: true });
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    for (const [name, value] of vitals) reporter.vital(name, value);
    reporter.flush();
  });
}
