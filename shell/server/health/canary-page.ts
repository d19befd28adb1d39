import type { Arm } from './sequential-test';

export interface CanaryPage {
  arm: Arm;
  view: string;
  network: string;
  /** Pattern of a route of the release's remote; empty for pages of other remotes. */
  route: string;
  /** Share of the visitors that have the canary; at 100 all have it. */
  percent: number;
}
