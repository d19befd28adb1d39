import { type Arm, SequentialTest } from './sequential-test';

/** Web vitals of a page, and `render`: the time of a render on the server. In ms, CLS as a score. */
export type TimedMetric = 'LCP' | 'INP' | 'CLS' | 'TBT' | 'TTI' | 'render';

/** A page is slow if it exceeds the live release's 75th percentile by this. */
const TOLERANCES: Record<TimedMetric, number> = {
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

  /** Returns the percentile; null while there are too few values. */
  get percentile(): number | null {
    const { sorted } = this;
    if (sorted.length < MIN_VALUES) return null;
    return sorted[Math.floor(sorted.length * PERCENTILE)] ?? 0;
  }
}

interface MetricState {
  test: SequentialTest;
  values: RecentValues;
}

export interface Slowness {
  why: string;
  /** At least half of the canary's pages are slow. */
  isMost: boolean;
}

/** Compares how many pages of the canary and of the live release are slow, by metric. */
export class SpeedTest {
  private readonly metrics = new Map<TimedMetric, MetricState>();

  /** Adds a measurement; returns how the canary is slower, or null. `error`: probability of a false alarm, over all metrics. */
  add(
    arm: Arm,
    { metric, value, error }: { metric: TimedMetric; value: number; error: number },
  ): Slowness | null {
    const state = this.metrics.get(metric) ?? {
      test: new SequentialTest(MARGIN),
      values: new RecentValues(),
    };
    this.metrics.set(metric, state);
    const { test, values } = state;
    const { percentile } = values;
    const limit = percentile === null ? null : percentile + TOLERANCES[metric];
    if (limit !== null) {
      test.add(arm);
      if (value > limit) test.addFailure(arm);
    }
    if (arm === 'live') values.add(value);
    if (limit === null || !test.isWorse(error / METRICS)) return null;
    const { used, bad } = test;
    const unit = metric === 'CLS' ? '' : ' ms';
    const rounded = Number(limit.toPrecision(3));
    return {
      why: `${metric} is above ${rounded}${unit} on ${bad.canary} of ${used.canary} pages, with the live one on ${bad.live} of ${used.live}`,
      isMost: bad.canary * 2 >= used.canary,
    };
  }
}

export const isTimed = (metric: string): metric is TimedMetric => Object.hasOwn(TOLERANCES, metric);
