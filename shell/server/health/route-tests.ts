const MAX_ROUTES = 20;

/** Share of the probability of a false alarm that the n-th route gets: 1/2, 1/6, 1/12 …; the sum is at most 1. */
export const shareOfRoute = (index: number) => 1 / ((index + 1) * (index + 2));

export interface RouteTest<Test> {
  route: string;
  test: Test;
  share: number;
}

/** A test for each of the first routes that are visited. */
export class RouteTests<Test> {
  private readonly tests = new Map<string, RouteTest<Test>>();
  private readonly create: () => Test;

  constructor(create: () => Test) {
    this.create = create;
  }

  all = (): RouteTest<Test>[] => [...this.tests.values()];

  find(route: string): RouteTest<Test> | undefined {
    const routeTest = this.tests.get(route);
    if (routeTest || route === '' || this.tests.size >= MAX_ROUTES) return routeTest;
    const created = { route, test: this.create(), share: shareOfRoute(this.tests.size) };
    this.tests.set(route, created);
    return created;
  }
}
