import type { OwnSelectors } from '@carry/releases/checks';

export interface Edit {
  start: number;
  /** Exclusive. */
  end: number;
  text: string;
}

export interface Names {
  keyframes: Set<string>;
  counters: Set<string>;
  /** Lower case. */
  families: Set<string>;
  /** With `--`: properties, palettes, positions, functions. */
  dashed: Set<string>;
}

export interface Scope {
  remote: string;
  selectors: OwnSelectors;
  showsSlots: boolean;
  names: Names;
}
