import type { Arm } from './sequential-test';

/** A page, as a comparison of a canary with the live release sees it. Networks count once an hour. */
export interface CanaryPage {
  arm: Arm;
  view: string;
  network: string;
  /** Pattern of a route of the release's remote; empty for pages of other remotes. */
  route: string;
  /** Share of the visitors that have the canary; at 100 all have it. */
  percent: number;
}
