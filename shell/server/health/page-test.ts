import { type Arm, SequentialTest } from './sequential-test';

const MAX_ROUTES = 20;

/** A finding against the canary: the test that found it, and its route; null: all pages. */
export interface WorsePages {
  test: SequentialTest;
  route: string | null;
}

/** Compares how many pages of both releases are bad, in all and by route. */
export class PageTest {
  readonly all: SequentialTest;
  private readonly routes: { route: string; test: SequentialTest }[] = [];
  private readonly margin: number;

  /** @param margin A canary may have this share more of bad pages. */
  constructor(margin: number) {
    this.margin = margin;
    this.all = new SequentialTest(margin);
  }

  /** Counts a good page. */
  add(arm: Arm, route: string): void {
    this.all.add(arm);
    this.findRoute(route)?.add(arm);
  }

  /** Makes a page bad that was counted as a good one. */
  addFailure(arm: Arm, route: string): void {
    this.all.addFailure(arm);
    this.findRoute(route)?.addFailure(arm);
  }

  /** Returns the finding against the canary, or null. The errors are its probabilities of being wrong in the whole run. */
  findWorse(errors: { all: number; routes: number }): WorsePages | null {
    if (this.all.isWorse(errors.all)) return { test: this.all, route: null };
    return (
      this.routes.find(({ test }, index) =>
        test.isWorse(errors.routes / ((index + 1) * (index + 2))),
      ) ?? null
    );
  }

  /** Returns the test of a route; undefined beyond the first routes. */
  private findRoute(route: string): SequentialTest | undefined {
    const known = this.routes.find((one) => one.route === route);
    if (known || this.routes.length >= MAX_ROUTES) return known?.test;
    const test = new SequentialTest(this.margin);
    this.routes.push({ route, test });
    return test;
  }
}
