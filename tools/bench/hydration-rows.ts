import { median } from './measure';

export type Rows = string[][];
type Runs = (number | undefined)[];

export const head = ['what', 'composed site', 'compared with', 'ratio'];

const middle = (runs: Runs) => median(runs.map((value) => value ?? Number.POSITIVE_INFINITY));
const round = (ms: number | undefined) =>
  ms === undefined || !Number.isFinite(ms) ? '–' : ms.toFixed(0);
const print = (runs: Runs) =>
  `${round(middle(runs))} ms (${runs.map((value) => round(value)).join(', ')})`;

/** Returns a row that compares the runs of two builds; a run without a value never happened. */
export function compare(what: string, composed: Runs, other: Runs): string[] {
  const ratio = middle(composed) / middle(other);
  const isKnown = Number.isFinite(ratio) && ratio > 0;
  return [what, print(composed), print(other), isKnown ? ratio.toFixed(2) : '–'];
}
