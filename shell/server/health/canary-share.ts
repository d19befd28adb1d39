import type { Arm } from './sequential-test';

/** Standard deviations above the expected number of networks (one-sided, 1 %). */
const OVERREPRESENTED = 2.33;

export class CanaryShare {
  counted = 0;
  private expected = 0;
  private variance = 0;

  add(arm: Arm, percent: number): void {
    const share = percent / 100;
    if (arm === 'canary') this.counted++;
    this.expected += share;
    this.variance += share * (1 - share);
  }

  /** More networks have the canary than its share of the visitors explains: someone asks for its pages on purpose. */
  isOverrepresented(): boolean {
    return this.counted - this.expected > this.unseenNetworks;
  }

  /** Networks that the canary can have above its share by chance. */
  get unseenNetworks(): number {
    return OVERREPRESENTED * Math.sqrt(this.variance);
  }
}
