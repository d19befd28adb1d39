import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type CLSMetric, type FCPMetric, onCLS, onFCP } from 'web-vitals';
import { createReporter } from './reporter';
import { measureVitals } from './vitals';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
vi.mock('web-vitals', () =>
  Object.fromEntries(['onCLS', 'onFCP', 'onINP', 'onLCP', 'onTTFB'].map((name) => [name, vi.fn()])),
);

beforeEach(() => {
  vi.mocked(onFCP).mockReset();
  vi.stubGlobal('PerformanceObserver', class {}); // an engine without long tasks
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
});

/** Measures a page that answers after 3 s. Returns what it reports when it is hidden. */
async function measure({ activationStart = 0 } = {}) {
  const entry = { activationStart } as PerformanceNavigationTiming;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  vi.spyOn(performance, 'now').mockReturnValue(3000);
  const reporter = createReporter('view', null);
  const vital = vi.spyOn(reporter, 'vital');
  measureVitals(reporter);
  reporter.responds();
  await reporter.responded;
  await Promise.resolve();
  window.dispatchEvent(new Event('visibilitychange'));
  return vital.mock.calls;
}

const paint = () =>
  vi.mocked(onFCP).mockImplementation((report) => report({ name: 'FCP', value: 900 } as FCPMetric));

test('reports time to interactive without long tasks', async () => {
  paint();
  expect(await measure()).toEqual([
    ['FCP', 900],
    ['TTI', 3000],
  ]);
});

test('counts from the activation of a prerendered page', async () => {
  paint();
  expect(await measure({ activationStart: 2600 })).toContainEqual(['TTI', 400]);
});

test('reports no such time of a page that was never seen', async () => {
  expect(await measure()).toEqual([]);
});

test('stops at the first page of another remote', () => {
  paint();
  let name = 'mf-marketing';
  const owner = () => ({ release: { name }, pattern: '/' });
  const reporter = createReporter('view', { name, version: '1.0.0-0123456789ab' }, owner);
  const vital = vi.spyOn(reporter, 'vital');
  measureVitals(reporter);
  const shift = (value: number) =>
    vi.mocked(onCLS).mock.lastCall?.[0]({ name: 'CLS', value } as CLSMetric);
  shift(0.01);
  name = 'mf-booking';
  shift(0.7);
  name = 'mf-marketing';
  shift(0.9);
  window.dispatchEvent(new Event('visibilitychange'));
  expect(vital.mock.calls).toEqual([
    ['FCP', 900],
    ['CLS', 0.01],
  ]);
});
