import { describe, expect, test } from 'vitest';
import { CanaryRun, type CanarySuspicion } from './canary-run';
import type { CanaryPage } from './page-test';
import type { TimedMetric } from './speed-test';
import { randomFrom } from './test/random';

function newRun() {
  let pages = 0;
  const run = new CanaryRun();
  const newPage = (page: Partial<CanaryPage> = {}): CanaryPage => {
    pages++;
    return {
      arm: 'canary',
      view: `view ${pages}`,
      network: `network ${pages}`,
      route: '/booking/:id',
      percent: 50,
      ...page,
    };
  };
  return { run, newPage };
}

/** Visits both arms in turn until the canary is suspect; `bad` decides about each page of the canary. */
function visit(pages: number, bad: (page: number) => boolean, more: Partial<CanaryPage> = {}) {
  const { run, newPage } = newRun();
  for (let page = 0; page < pages; page++) {
    const live = run.report(newPage({ ...more, arm: 'live' }), false);
    const suspicion = live ?? run.report(newPage({ ...more, arm: 'canary' }), bad(page));
    if (suspicion) return suspicion;
  }
  return null;
}

describe('failures', () => {
  test('names how often both releases failed', { tags: ['@fault-11.19'] }, () => {
    expect(visit(200, () => true)).toEqual({
      why: expect.stringMatching(/^it failed on \d+ of \d+ pages, the live one on 0 of \d+$/),
      widespread: true,
    });
  });

  test('are widespread if more networks fail than outsiders could add', () => {
    expect(visit(2000, (page) => page % 8 === 0)).toMatchObject({ widespread: true });
  });

  test('are not widespread if outsiders add as many as chance allows', {
    tags: ['@fault-11.18'],
  }, () => {
    const { run, newPage } = newRun();
    const suspicions: CanarySuspicion[] = [];
    for (let page = 0; page < 4000; page++) {
      const arm = page % 10 === 0 ? 'canary' : 'live';
      run.report(newPage({ arm, percent: 10 }), false);
      const suspicion = page % 100 === 99 && run.report(newPage({ percent: 10 }), true);
      if (suspicion) suspicions.push(suspicion);
    }
    expect(suspicions).not.toEqual([]);
    expect(suspicions.filter(({ widespread }) => widespread)).toEqual([]);
  });

  test('of one route among many are found', () => {
    const { run, newPage } = newRun();
    const random = randomFrom(5);
    let suspicion: CanarySuspicion | null = null;
    for (let page = 0; page < 12_000 && !suspicion; page++) {
      const route = random() < 0.05 ? '/booking/:id' : '/cs2';
      const arm = random() < 0.5 ? 'canary' : 'live';
      const failed = arm === 'canary' && route !== '/cs2' && random() < 0.3;
      suspicion = run.report(newPage({ arm, route }), failed);
    }
    expect(suspicion?.why).toContain(' pages of /booking/:id, the live one on 0 of ');
  });

  test('are charged to the route that a visitor went on to', () => {
    const { run, newPage } = newRun();
    let suspicion: CanarySuspicion | null = null;
    for (let page = 0; page < 20_000 && !suspicion; page++) {
      const opened = newPage({ arm: page % 2 ? 'canary' : 'live', route: '/booking/:id' });
      run.report(opened, page % 6 < 2); // with both releases, so that the others are a small share
      const next = { ...opened, route: '/booking-success' };
      if (page % 40 < 2) suspicion = run.report(next, opened.arm === 'canary');
    }
    expect(suspicion?.why).toMatch(/ on (\d+) of \1 pages of \/booking-success, the live one on 0/);
  });

  test('that come after the page was counted are counted', () => {
    const { run, newPage } = newRun();
    for (let page = 0; page < 40; page++) {
      run.report(newPage({ arm: 'live' }), false);
      const failing = newPage();
      run.report(failing, false);
      if (run.report(failing, true)) return;
    }
    expect.unreachable('no suspicion');
  });

  test('of one network count once an hour', { tags: ['@fault-11.19'] }, () => {
    expect(visit(400, () => true, { network: 'one' })).toBeNull();
  });

  test('of one page count once', { tags: ['@fault-11.19'] }, () => {
    expect(visit(400, () => true, { view: 'one' })).toBeNull();
  });

  test('are compared with an assumed share when everybody has the canary', () => {
    const { run, newPage } = newRun();
    const random = randomFrom(9);
    const runUntil = (share: number, pages: number) => {
      for (let page = 0; page < pages; page++) {
        const suspicion = run.report(newPage({ percent: 100 }), random() < share);
        if (suspicion) return suspicion;
      }
      return null;
    };
    expect(runUntil(0.12, 800)).toBeNull();
    expect(runUntil(0.6, 200)?.why).toMatch(/^it failed on \d+ of \d+ pages$/);
  });

  test('of both releases are as many at 100 % as before', () => {
    const { run, newPage } = newRun();
    const random = randomFrom(13);
    for (let page = 0; page < 600; page++)
      expect(run.report(newPage({ arm: page % 2 ? 'canary' : 'live' }), random() < 0.3)).toBeNull();
    for (let page = 0; page < 600; page++)
      expect(run.report(newPage({ percent: 100 }), random() < 0.3)).toBeNull();
  });

  test('are not widespread if more networks have the canary than expected', () => {
    const { run, newPage } = newRun();
    let suspicion: CanarySuspicion | null = null;
    for (let page = 0; page < 400 && !suspicion; page++) {
      const arm = page % 3 === 0 ? 'live' : 'canary';
      suspicion = run.report(newPage({ arm, percent: 5 }), arm === 'canary');
    }
    expect(suspicion).toMatchObject({ widespread: false });
  });
});

describe('visitors who leave early', () => {
  const SECOND_MS = 1000;

  interface Visits {
    /** Shares of the pages whose visitors leave before they answer. */
    canary: number;
    live: number;
    pages?: number;
    percent?: number;
    /** Returns true if only this route is left early. */
    on?(route: string): boolean;
  }

  /** Visits both arms, a page a second, until the canary is suspect. */
  function visitAndLeave({ pages = 4000, percent = 50, on = () => true, ...leaving }: Visits) {
    let now = 0;
    const { newPage } = newRun();
    const run = new CanaryRun(() => now);
    const random = randomFrom(21);
    const visitPage = () => {
      now += SECOND_MS;
      const arm = random() * 100 < percent ? 'canary' : 'live';
      const route = random() < 0.2 ? '/cs2' : '/';
      const opened = newPage({ arm, percent, route });
      const leaves = random() < leaving[on(route) ? arm : 'live'];
      return run.sent(opened) ?? (leaves ? null : run.report(opened, false));
    };
    let suspicion: CanarySuspicion | null = null;
    for (let page = 0; page < pages && !suspicion; page++) suspicion = visitPage();
    return suspicion;
  }

  test('are found if a release makes more of them leave', () => {
    expect(visitAndLeave({ canary: 0.25, live: 0.1 })).toEqual({
      why: expect.stringMatching(
        /^its visitors left before it responded on \d+ of \d+ pages( of \/)?, the live one on \d+ of \d+$/,
      ),
      widespread: true,
    });
  });

  test('are found on one route', () => {
    const on = (route: string) => route === '/cs2';
    expect(visitAndLeave({ canary: 0.5, live: 0.1, on })?.why).toContain(' pages of /cs2, ');
  });

  test('are found if a release never reports', () => {
    expect(visitAndLeave({ canary: 1, live: 0.1, pages: 200, percent: 25 })).not.toBeNull();
  });

  test.each([0, 0.1, 0.4])('and crawlers, %d of both arms, are no fault', (share) => {
    expect(visitAndLeave({ canary: share, live: share })).toBeNull();
  });

  test('of one network count once an hour', () => {
    let now = 0;
    const { newPage } = newRun();
    const run = new CanaryRun(() => now);
    for (let page = 0; page < 1000; page++) {
      now += SECOND_MS;
      const live = newPage({ arm: 'live' });
      run.sent(live);
      run.report(live, false);
      expect(run.sent(newPage({ network: 'one' }))).toBeNull();
    }
  });

  test('have a minute until the page is interactive', () => {
    let now = 0;
    const { newPage } = newRun();
    const run = new CanaryRun(() => now);
    const opened: CanaryPage[] = [];
    for (let page = 0; page < 600; page++) {
      now += SECOND_MS;
      const live = newPage({ arm: 'live' });
      run.sent(live);
      run.report(live, false);
      opened.push(newPage());
      expect(run.sent(opened[page] as CanaryPage)).toBeNull();
      const slow = opened[page - 50];
      if (slow) run.report(slow, false);
    }
  });
});

describe('speed', () => {
  const measure = (metric: TimedMetric, live: number, canary: number) => {
    const { run, newPage } = newRun();
    const random = randomFrom(3);
    const noise = () => 0.5 + random();
    for (let page = 0; page < 600; page++) {
      const arm = page % 2 === 0 ? 'live' : 'canary';
      const value = (arm === 'live' ? live : canary) * noise();
      const suspicion = run.vital(newPage({ arm }), { metric, value });
      if (suspicion) return suspicion;
    }
    return null;
  };

  test.each([
    ['LCP', 1200, 2700],
    ['INP', 60, 898],
    ['CLS', 0.01, 0.74],
    ['TBT', 100, 2100],
    ['TTI', 1500, 3500],
  ] as const)('suspects a worse %s', (metric, live, canary) => {
    expect(measure(metric, live, canary)).toEqual({
      why: expect.stringMatching(new RegExp(`^${metric} is above .* pages, with the live one on `)),
      widespread: true,
    });
  });

  test.each([
    ['LCP', 1200, 1200],
    ['LCP', 1200, 1300],
    ['INP', 60, 90],
    ['CLS', 0.01, 0.02],
    ['TBT', 100, 100],
    ['TTI', 1500, 2000],
  ] as const)('tolerates %s of %d beside %d', (metric, live, canary) => {
    expect(measure(metric, live, canary)).toBeNull();
  });

  /** Other routes take long with both releases, so the share of slow pages stays below the margin in all. */
  function getTime({ route, arm }: CanaryPage): number {
    if (route !== '/booking/:id') return 3000;
    return arm === 'canary' ? 1500 : 300;
  }

  /** Measures five routes, one of which is slow with the canary. */
  function findSlowRoute(add: (page: CanaryPage, run: CanaryRun, value: number) => unknown) {
    const { run, newPage } = newRun();
    const random = randomFrom(8);
    const routes = ['/', '/cs2', '/booking/:id', '/booking-success', '/booking-cancelled'];
    for (let number = 0; number < 20_000; number++) {
      const route = routes[Math.floor(random() * routes.length)] ?? '/';
      const page = newPage({ arm: number % 2 ? 'canary' : 'live', route });
      const suspicion = add(page, run, getTime(page) * (0.5 + random()));
      if (suspicion) return suspicion;
    }
    return null;
  }

  test('suspects one slow route among five', () => {
    expect(
      findSlowRoute((page, run, value) => run.vital(page, { metric: 'LCP', value })),
    ).toMatchObject({
      why: expect.stringMatching(/^LCP is above .* pages of \/booking\/:id, with the live one on /),
      widespread: true,
    });
  });

  test('suspects one route that is slow on the server', () => {
    expect(findSlowRoute((page, run, value) => run.rendered(page, value))).toMatchObject({
      why: expect.stringContaining(' pages of /booking/:id, '),
      latePage: expect.any(String),
    });
  });

  test('is not widespread if outsiders could add the slow pages', () => {
    const { run, newPage } = newRun();
    const suspicions: CanarySuspicion[] = [];
    for (let number = 0; number < 6000; number++) {
      const arm = number % 10 === 0 ? 'canary' : 'live';
      const vital = (route: string, value: number, more: Partial<CanaryPage>) => {
        const found = run.vital(newPage({ percent: 10, route, ...more }), { metric: 'LCP', value });
        if (found) suspicions.push(found);
      };
      vital('/', 1000, { arm });
      if (number % 40 === 5) vital('/cs2', 300, { arm: 'live' });
      if (number % 150 === 149) vital('/cs2', 900, { arm: 'canary' });
    }
    expect(suspicions).not.toEqual([]);
    expect(suspicions.filter(({ widespread }) => widespread)).toEqual([]);
  });

  test('suspects a second more on the server', () => {
    const { run } = newRun();
    const results = Array.from({ length: 200 }, (_, index) =>
      run.rendered(
        { arm: index % 4 ? 'live' : 'canary', route: '/cs2', page: `/cs2?${index}` },
        index % 4 ? 20 + (index % 7) : 1020,
      ),
    ).filter(Boolean);
    // anyone can keep a server busy, so it takes a trial
    expect(results[0]).toMatchObject({
      widespread: false,
      latePage: expect.stringMatching(/^\/cs2\?\d+$/),
    });
  });

  test('ignores values of networks that are counted already', () => {
    const { run, newPage } = newRun();
    for (let page = 0; page < 400; page++) {
      run.vital(newPage({ arm: 'live' }), { metric: 'LCP', value: 1000 });
      expect(run.vital(newPage({ network: 'one' }), { metric: 'LCP', value: 9000 })).toBeNull();
    }
  });
});
