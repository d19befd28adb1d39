import type { Reporter } from './reporter';

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}
interface Interaction extends PerformanceEntry {
  interactionId?: number;
}

/** Measures the page as web-vitals define it, the longest layout-shift session and the slowest interaction included, and reports when it is left. */
export function measureVitals(reporter: Reporter): void {
  const { supportedEntryTypes } = PerformanceObserver;
  const observe = <Entry extends PerformanceEntry>(
    type: string,
    take: (entry: Entry) => void,
    more = {},
  ) => {
    if (!supportedEntryTypes.includes(type)) return;
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  };
  let largest = 0;
  let slowest = 0;
  let worst = 0;
  let session = { start: 0, last: 0, sum: 0 };
  observe('largest-contentful-paint', ({ startTime }) => {
    largest = startTime;
  });
  observe<LayoutShift>('layout-shift', ({ value, hadRecentInput, startTime }) => {
    if (hadRecentInput) return;
    const same = startTime - session.last < 1000 && startTime - session.start < 5000;
    session = same
      ? { ...session, last: startTime, sum: session.sum + value }
      : { start: startTime, last: startTime, sum: value };
    worst = Math.max(worst, session.sum);
  });
  observe<Interaction>(
    'event',
    ({ duration, interactionId }) => {
      if (interactionId) slowest = Math.max(slowest, duration);
    },
    { durationThreshold: 40 },
  );
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    if (navigation) reporter.vital('TTFB', navigation.responseStart);
    if (paint) reporter.vital('FCP', paint.startTime);
    if (largest) reporter.vital('LCP', largest);
    if (slowest) reporter.vital('INP', slowest);
    if (supportedEntryTypes.includes('layout-shift')) reporter.vital('CLS', worst);
    reporter.flush();
  });
}
