import { linesOf } from './remote-shape';

/** Lines of tests for each of source: of tests and what they use, and of tests alone. */
const MIN_SHARE = 0.8;
const MIN_SHARE_ALONE = 0.75;
const MAX_MEDIAN = 45;
const MAX_P95 = 150;
const SOURCE = /(?<!\.d)\.(ts|tsx|mjs|cjs)$/;
const TEST = /\.(test|test-d|spec)\.tsx?$/;
/** What tests alone use: neither a test nor a part of the product. */
const HELPER = /(^|\/)test\/|^e2e\/|^scripts\/checks\/console-guard\.ts$/;

export interface SourceFile {
  file: string;
  text: string;
}

export interface Lengths {
  files: number;
  median: number;
  p95: number;
  source: number;
  tests: number;
  helpers: number;
  /** Lines of tests for each of source, with what tests alone use. */
  share: number;
  /** The same without what they use: it is neither a test nor source. */
  alone: number;
}

const isCounted = ({ file }: SourceFile) => SOURCE.test(file) && !file.includes('/fixtures/');

/** How long our files are, by honest lines: no blank ones, no comments alone. */
export function lengthsOf(all: readonly SourceFile[]): Lengths {
  const counted = all.filter(isCounted);
  const tests = counted.filter(({ file }) => TEST.test(file));
  const code = counted.filter(({ file }) => !TEST.test(file));
  const helpers = code.filter(({ file }) => HELPER.test(file));
  const sources = code.filter(({ file }) => !HELPER.test(file));
  const sum = (some: readonly SourceFile[]) =>
    some.reduce((lines, { text }) => lines + linesOf(text), 0);
  const lengths = sources
    .map(({ text }) => text.split('\n').length - 1)
    .sort((one, other) => one - other);
  const quantile = (part: number) => lengths[Math.floor(part * lengths.length)] ?? 0;
  return {
    files: sources.length,
    median: quantile(0.5),
    p95: quantile(0.95),
    source: sum(sources),
    tests: sum(tests),
    helpers: sum(helpers),
    share: (sum(tests) + sum(helpers)) / sum(sources),
    alone: sum(tests) / sum(sources),
  };
}

/** A sentence for each bound that is not kept. Without files there is nothing to say. */
export function lengthProblems({ median, p95, share, alone }: Lengths): string[] {
  return [
    ...(share < MIN_SHARE
      ? [
          `${share.toFixed(2)} lines of tests and their helpers for each of source, ${MIN_SHARE} are wanted`,
        ]
      : []),
    ...(alone < MIN_SHARE_ALONE
      ? [`${alone.toFixed(2)} lines of tests for each of source, ${MIN_SHARE_ALONE} are wanted`]
      : []),
    ...(median > MAX_MEDIAN
      ? [`the middle file has ${median} lines, ${MAX_MEDIAN} are allowed`]
      : []),
    ...(p95 > MAX_P95 ? [`95 of 100 files have up to ${p95} lines, ${MAX_P95} are allowed`] : []),
  ];
}
