import type { Measurement } from './measure';

const MAX_P99_MS = 20;
/** On a machine where a request without work is later than this, a p99 shows the machine. */
const MAX_REFERENCE_MS = 5;

interface Limit {
  /** Largest size to the first. */
  ratio: number;
  /** Noise that a measurement may add, in its unit. */
  noise: number;
}

const ROWS_READ = 'rows read';

/** Counts repeat on any machine. Times do not, so their limits only stop a growth that a person would notice. */
const limits: Record<string, Limit> = {
  nodes: { ratio: 1.2, noise: 0 },
  'KB of data': { ratio: 1.2, noise: 1 },
  'ms of work': { ratio: 1.5, noise: 150 },
  bytes: { ratio: 1.2, noise: 512 },
  'statements a second': { ratio: 1.2, noise: 2 },
  'rows a second': { ratio: 2, noise: 500 },
  statements: { ratio: 1, noise: 0.5 },
  [ROWS_READ]: { ratio: 1.2, noise: 500 },
  'bytes a coach': { ratio: 1.2, noise: 0 },
  'rows read a coach': { ratio: 1.2, noise: 0 },
  'ms of CPU': { ratio: 1.5, noise: 1 },
  ms: { ratio: 2, noise: 5 },
};

export const REFERENCE = '`GET /healthz`';

/** Describes why the values of one measurement, by size, exceed their limit; null if they do not. */
function exceeds(unit: string, values: number[]): string | null {
  const { ratio, noise } = limits[unit] ?? { ratio: 1, noise: 0 };
  const allowed = (values[0] ?? Number.NaN) * ratio + noise;
  const judged = unit === ROWS_READ ? values.slice(-2) : values; // PostgreSQL reads small tables whole
  return Math.max(...judged) <= allowed ? null : `at most ${allowed.toFixed(1)}`;
}

function findBusy(all: Measurement[][]): Set<number> {
  const isLate = (measured: Measurement[]) =>
    measured.some(
      ({ what, unit, value }) =>
        what === REFERENCE && unit === 'ms, p99' && !(value <= MAX_REFERENCE_MS),
    );
  return new Set(all.flatMap((measured, size) => (isLate(measured) ? [size] : [])));
}

export function findGrowth(all: Measurement[][]): string[] {
  const [base = []] = all;
  const busy = findBusy(all);
  return base.flatMap(({ what, unit }, index) => {
    const values = all.map((measured) => measured[index]?.value ?? Number.NaN);
    const isAnswer = !what.startsWith('page ');
    const isLate =
      isAnswer && values.some((value, size) => !busy.has(size) && !(value <= MAX_P99_MS));
    const late = isLate ? `at most ${MAX_P99_MS}` : null;
    const why = unit === 'ms, p99' ? late : exceeds(unit, values);
    if (what === REFERENCE || !why) return [];
    return [`${what}, ${unit}: ${values.map((value) => value.toFixed(1)).join(', ')} (${why})`];
  });
}

export function describeLimits(all: Measurement[][]): string {
  const each = Object.entries(limits).map(
    ([unit, { ratio, noise }]) => `${unit} ${ratio} × and ${noise}`,
  );
  const busy = findBusy(all);
  return [
    `The part fails above these limits, from the first size to the largest: ${each.join('; ')}; and if an answer of the API has a p99 above ${MAX_P99_MS} ms. Rows read are compared at the two largest sizes, because PostgreSQL reads small tables whole.`,
    busy.size > 0 &&
      `**The p99 of ${busy.size} of ${all.length} sizes is not judged:** the p99 of ${REFERENCE}, which does no work, was over ${MAX_REFERENCE_MS} ms there, so it shows the machine.`,
  ]
    .filter(Boolean)
    .join(' ');
}
