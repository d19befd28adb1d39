import { RouteTests } from './route-tests';
import { type Arm, SequentialTest } from './sequential-test';

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

/** A finding against the canary: the test that found it, and its route; null: all pages. */
export interface WorsePages {
  test: SequentialTest;
  route: string | null;
}

/** Probabilities of a false alarm in the whole run: of the test of all pages, and of all tests of a route together. */
export interface PageErrors {
  all: number;
  routes: number;
}

/** Compares how many pages of both releases are bad, in all and by route. */
export class PageTest {
  readonly all: SequentialTest;
  readonly routes: RouteTests<SequentialTest>;

  constructor(margin: number) {
    this.all = new SequentialTest(margin);
    this.routes = new RouteTests(() => new SequentialTest(margin));
  }

  add(arm: Arm, route: string): void {
    this.all.add(arm);
    this.routes.find(route)?.test.add(arm);
  }

  addFailure(arm: Arm, route: string): void {
    this.all.addFailure(arm);
    this.routes.find(route)?.test.addFailure(arm);
  }

  findWorse(errors: PageErrors): WorsePages | null {
    if (this.all.isWorse(errors.all)) return { test: this.all, route: null };
    return this.routes.all().find(({ test, share }) => test.isWorse(errors.routes * share)) ?? null;
  }
}
