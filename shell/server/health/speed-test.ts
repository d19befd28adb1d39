import type { PageErrors } from './page-test';
import { RouteTests } from './route-tests';
import { type Arm, SequentialTest } from './sequential-test';

/** Web vitals of a page, and `render`: the time of a render on the server. In ms, CLS as a score. */
export type TimedMetric = 'LCP' | 'INP' | 'CLS' | 'TBT' | 'TTI' | 'render';

/** A page is slow if it exceeds the live release's 75th percentile by this. */
export const TOLERANCES: Record<TimedMetric, number> = {
  LCP: 300,
  INP: 100,
  CLS: 0.05,
  TBT: 300,
  TTI: 1000, // its files are in no browser's cache yet
  render: 150,
};
const METRICS = Object.keys(TOLERANCES).length;
/** A canary may have this share more of slow pages. */
const MARGIN = 0.1;
const PERCENTILE = 0.75;
/** Values of the live release that the percentile is taken of. */
const MAX_VALUES = 200;
const MIN_VALUES = 30;

/** Latest values, which are kept sorted, because each page asks for their percentile. */
class RecentValues {
  private readonly values: number[] = [];
  private readonly sorted: number[] = [];

  add(value: number): void {
    this.values.push(value);
    const above = this.sorted.findIndex((other) => other > value);
    this.sorted.splice(above === -1 ? this.sorted.length : above, 0, value);
    if (this.values.length <= MAX_VALUES) return;
    const oldest = this.values.shift() as number;
    this.sorted.splice(this.sorted.indexOf(oldest), 1);
  }

  get percentile(): number | null {
    const { sorted } = this;
    if (sorted.length < MIN_VALUES) return null;
    return sorted[Math.floor(sorted.length * PERCENTILE)] ?? 0;
  }
}

interface MetricState {
  test: SequentialTest;
  values: RecentValues;
  slowPage: string;
}

export interface Measurement {
  metric: TimedMetric;
  value: number;
  /** See `printTriedPage`; of renders only. */
  page?: string;
}

export interface Slowness {
  metric: TimedMetric;
  limit: number;
  test: SequentialTest;
  route: string | null;
  /** A slow page of the canary; empty if unknown. */
  page: string;
}

/** Compares how many pages of both releases are slow, in all and by route. */
export class SpeedTest {
  private readonly all = new MetricTests();
  private readonly routes = new RouteTests(() => new MetricTests());

  /** Adds a measurement; returns how the canary is slower, or null. `errors` are over all metrics. */
  add(
    { arm, route }: { arm: Arm; route: string },
    measurement: Measurement,
    errors: PageErrors,
  ): Slowness | null {
    const slow = this.all.add(arm, measurement, errors.all);
    const routeTest = this.routes.find(route);
    const slowRoute = routeTest?.test.add(arm, measurement, errors.routes * routeTest.share);
    if (slow) return { ...slow, route: null };
    return slowRoute ? { ...slowRoute, route } : null;
  }
}

class MetricTests {
  private readonly metrics = new Map<TimedMetric, MetricState>();

  add(
    arm: Arm,
    { metric, value, page = '' }: Measurement,
    error: number,
  ): Pick<Slowness, 'metric' | 'limit' | 'test' | 'page'> | null {
    const state = this.metrics.get(metric) ?? {
      test: new SequentialTest(MARGIN),
      values: new RecentValues(),
      slowPage: '',
    };
    this.metrics.set(metric, state);
    const { test, values } = state;
    const { percentile } = values;
    const limit = percentile === null ? null : percentile + TOLERANCES[metric];
    if (limit !== null) {
      test.add(arm);
      if (value > limit) test.addFailure(arm);
      if (value > limit && arm === 'canary') state.slowPage = page;
    }
    if (arm === 'live') values.add(value);
    return limit !== null && test.isWorse(error / METRICS)
      ? { metric, limit, test, page: state.slowPage }
      : null;
  }
}

export const isTimed = (metric: string): metric is TimedMetric => Object.hasOwn(TOLERANCES, metric);
