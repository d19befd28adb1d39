import { SequentialTest } from './sequential-test';

const MAX_ROUTES = 20;

/** A finding against the canary: the test that found it, and its route; null: all pages. */
export interface WorsePages {
  test: SequentialTest;
  route: string | null;
}

/** Compares how many pages of both releases are bad, in all and by route. */
export class PageTest {
  readonly all: SequentialTest;
  private readonly routes = new Map<string, SequentialTest>();
  private readonly margin: number;

  /** @param margin A canary may have this share more of bad pages. */
  constructor(margin: number) {
    this.margin = margin;
    this.all = new SequentialTest(margin);
  }

  /** Returns the tests that a page of this route belongs to. */
  testsFor(route: string): SequentialTest[] {
    const test = this.routes.get(route) ?? new SequentialTest(this.margin);
    if (this.routes.size < MAX_ROUTES) this.routes.set(route, test);
    return [this.all, test];
  }

  /** Returns the finding against the canary, or null. The errors are its probabilities of being wrong in the whole run. */
  findWorse(errors: { all: number; routes: number }): WorsePages | null {
    if (this.all.isWorse(errors.all)) return { test: this.all, route: null };
    let number = 0;
    for (const [route, test] of this.routes) {
      number++;
      if (test.isWorse(errors.routes / (number * (number + 1)))) return { test, route };
    }
    return null;
  }
}
