import type { LivePointer } from '@carry/contracts/release';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Health, type Suspicion } from './health';
import { Recent } from './recent';
import { randomFrom } from './test/random';

const remote = 'mf-booking';
const live = '1.0.0-aaaaaaaaaaaa';
const canary = '1.0.0-bbbbbbbbbbbb';
const onLive = { remote, release: live };

afterEach(() => void vi.useRealTimers());

const at = (view: string, network: string | null) => ({ view, network, route: '/booking/:id' });

function createHealth(pointer: Partial<LivePointer> = {}) {
  const suspicions: Suspicion[] = [];
  const lines: string[] = [];
  const health = new Health({
    getPointer: (name) =>
      name === remote ? { version: live, history: [], ...pointer } : undefined,
    getRoutes: (name) => (name === remote ? [{ path: '/booking/:id' }] : []),
    suspect: (suspicion) => suspicions.push(suspicion),
    log: (line) => lines.push(line),
  });
  return { health, suspicions, lines };
}

test('suspects a release that three networks fail to load', () => {
  const { health, suspicions } = createHealth();
  for (let page = 0; page < 200; page++) {
    health.reported(at(`view ${page}`, `203.0.${page % 2}.0/24`), { kind: 'used', ...onLive });
    health.reported(at(`view ${page}`, `203.0.${page % 2}.0/24`), { kind: 'load', ...onLive });
  }
  expect(suspicions).toEqual([]);
  health.reported(at('other', '198.51.100.0/24'), { kind: 'load', ...onLive });
  expect(suspicions).toMatchObject([
    { kind: 'load', remote, version: live, why: 'browsers of 3 of 3 networks failed to load it' },
  ]);
});

test('trusts a release that most networks load', () => {
  const { health, suspicions } = createHealth();
  for (let network = 0; network < 9; network++)
    health.reported(at(`fine ${network}`, `198.51.${network}.0/24`), { kind: 'used', ...onLive });
  for (let page = 0; page < 40; page++)
    health.reported(at(`bad ${page}`, `203.0.${page % 4}.0/24`), { kind: 'load', ...onLive });
  expect(suspicions).toEqual([]);
});

test('counts reports without a network but draws no conclusion', {
  tags: ['@fault-11.18'],
}, () => {
  const { health, suspicions } = createHealth({
    canary: { version: canary, percent: 100, takenBack: false },
  });
  for (let page = 0; page < 200; page++) {
    health.reported(at(`view ${page}`, null), { kind: 'load', ...onLive });
    health.reported(at(`view ${page}`, null), { kind: 'render', remote, release: canary });
  }
  expect(suspicions).toEqual([]);
  expect(health.all().map(({ total }) => [total.load, total.render])).toEqual([
    [200, 0],
    [0, 200],
  ]);
});

test('counts a page once', () => {
  const { health, suspicions } = createHealth();
  for (let times = 0; times < 50; times++)
    health.reported(at('view', `203.0.${times}.0/24`), { kind: 'load', ...onLive });
  expect(suspicions).toEqual([]);
  expect(health.all()[0]?.total.load).toBe(1);
});

test('drops reports on releases that are not served', () => {
  const { health } = createHealth();
  for (let made = 0; made < 100; made++) {
    health.reported(at(`view ${made}`, '203.0.113.0/24'), {
      kind: 'used',
      remote,
      release: `1.0.0-${String(made).padStart(12, '0')}`,
    });
  }
  expect(health.all()).toEqual([]);
});

test('suspects a canary that fails in the browsers of many networks', () => {
  const { health, suspicions } = createHealth({
    canary: { version: canary, percent: 50, takenBack: false },
  });
  for (let page = 0; page < 40; page++) {
    health.reported(at(`live ${page}`, `203.0.${page}.0/24`), { kind: 'used', ...onLive });
    health.reported(at(`view ${page}`, `198.51.${page}.0/24`), {
      kind: 'used',
      remote,
      release: canary,
    });
    health.reported(at(`view ${page}`, `198.51.${page}.0/24`), {
      kind: 'render',
      remote,
      release: canary,
    });
  }
  expect(suspicions[0]).toMatchObject({ kind: 'canary', version: canary, widespread: true });
});

/** Pages of visitors in networks of their own; every `1 / share`-th has the canary, which works. */
function visitWorkingCanary(health: Health, pages: number, share: number): void {
  for (let page = 0; page < pages; page++) {
    const release = page % Math.round(1 / share) === 0 ? canary : live;
    health.rendered(remote, release, { ms: 5, page: '/booking/1' });
    health.reported(at(`page ${page}`, `198.51.${page}.0/24`), { kind: 'used', remote, release });
  }
}
const reportFalsely = (health: Health, reports: number, networks: number) => {
  for (let index = 0; index < reports; index++)
    for (const kind of ['used', 'render'] as const)
      health.reported(at(`false ${index}`, `203.0.${index % networks}.0/24`), {
        kind,
        remote,
        release: canary,
      });
};

test.each([
  [0.5, 41, 9],
  [0.1, 41, 9],
  [0.05, 41, 41],
  [0.1, 400, 100],
  [0.5, 60, 60],
])(
  'at share %d, %d false reports of %d networks are not widespread',
  {
    tags: ['@fault-11.18'],
  },
  (share, reports, networks) => {
    const { health, suspicions } = createHealth({
      canary: { version: canary, percent: share * 100, takenBack: false },
    });
    visitWorkingCanary(health, 150, share);
    reportFalsely(health, reports, networks);
    expect(suspicions.filter(({ widespread }) => widespread)).toEqual([]);
  },
);

test("tries a canary without own pages on the live release's pages", () => {
  const { health, suspicions } = createHealth({
    canary: { version: canary, percent: 100, takenBack: false },
  });
  health.rendered(remote, live, { ms: 5, page: '/booking/1' });
  reportFalsely(health, 30, 30);
  expect(suspicions[0]).toMatchObject({ kind: 'canary', pages: ['/booking/1'] });
});

const page = (error?: string) => ({ ms: 5, page: '/booking/1', ...(error && { error }) });

test('suspects a server bundle after three failed pages', () => {
  const { health, suspicions } = createHealth();
  health.rendered(remote, live, page());
  for (let time = 0; time < 2; time++) health.rendered(remote, live, page('boom'));
  expect(suspicions).toEqual([]);
  health.rendered(remote, live, page('boom'));
  expect(suspicions).toMatchObject([
    {
      kind: 'render',
      version: live,
      why: 'the server failed to render 3 of 4 pages: boom',
      pages: ['/booking/1'],
    },
  ]);
});

test('judges no release by pages that visitors do not get', () => {
  const { health, suspicions } = createHealth();
  const preview = { ...page('boom'), page: '/booking/preview', judged: false };
  for (let time = 0; time < 3; time++) health.rendered(remote, live, preview);
  expect(suspicions).toEqual([]);
  for (let time = 0; time < 3; time++) health.rendered(remote, live, page('boom'));
  health.rendered(remote, live, preview);
  expect(suspicions).toMatchObject([
    { why: 'the server failed to render 3 of 3 pages: boom', pages: ['/booking/1'] },
  ]);
  expect(health.all()[0]?.total).toMatchObject({ rendered: 7, renderFailed: 7 });
});

test('tolerates a few failed pages among many', () => {
  const { health, suspicions } = createHealth();
  for (let time = 0; time < 20; time++)
    health.rendered(remote, live, page(time % 4 === 3 ? 'boom' : undefined));
  expect(suspicions).toEqual([]);
});

describe('a canary whose pages the server fails to render', () => {
  /** Visits both releases in turn; the server fails on one route of the canary. Returns the first suspicion. */
  function visitFailing({ route: later, share = 0 }: { route?: string; share?: number }) {
    const { health, suspicions } = createHealth(half);
    const random = randomFrom(6);
    for (let page = 0; page < 4000 && suspicions.length === 0; page++) {
      const release = page % 2 ? canary : live;
      const isFailing = page % 5 === 0 && (release === canary || random() < share);
      const failed = isFailing ? [remote] : [];
      const route = page % 5 === 0 ? '/booking/:id' : '/';
      const opened = { ...at(`view ${page}`, `network ${page}`), route, failed };
      health.reported(opened, { kind: 'used', remote, release, ...(later && { route: later }) });
    }
    return suspicions[0];
  }

  test('is suspect', () => {
    expect(visitFailing({})).toMatchObject({
      kind: 'canary',
      version: canary,
      why: expect.stringMatching(/^it failed on \d+ of \d+ pages.*, the live one on 0 of /),
    });
  });

  test('is no worse than a live release that fails, too', () => {
    expect(visitFailing({ share: 1 })).toBeUndefined();
  });

  test('is not charged for routes that a browser rendered later', () => {
    expect(visitFailing({ route: '/booking-success' })).toBeUndefined();
  });
});

test('drops counts older than the window', () => {
  const recent = new Recent(10);
  recent.add('used', 0);
  recent.add('used', 9 * 60_000);
  expect([
    recent.count('used', 9 * 60_000),
    recent.count('used', 10 * 60_000),
    recent.count('used', 30 * 60_000),
  ]).toEqual([2, 1, 0]);
});

test('counts a failed frame once a page, and logs one a minute', () => {
  const { health, lines } = createHealth();
  const frame = { name: 'TypeError', at: '/assets/static/js/index.0a1b.js:1:2345' };
  for (const view of ['a', 'a', 'b', 'c']) health.frameFailed(view, frame);
  expect(health.frameFailures).toBe(3);
  expect(lines).toEqual([
    'page frame failed in a browser: TypeError at /assets/static/js/index.0a1b.js:1:2345 (1 so far)',
  ]);
});

test('suspects a canary whose pages visitors abandon', () => {
  vi.useFakeTimers();
  const { health, suspicions } = createHealth({
    canary: { version: canary, percent: 50, takenBack: false },
  });
  for (let page = 0; page < 300 && suspicions.length === 0; page++) {
    vi.advanceTimersByTime(1000);
    const opened = at(`view ${page}`, `198.51.${page}.0/24`);
    const release = page % 2 ? canary : live;
    health.sent(opened, { name: remote, version: release });
    if (release === live) health.reported(opened, { kind: 'used', ...onLive });
  }
  expect(suspicions[0]).toMatchObject({
    kind: 'canary',
    version: canary,
    why: expect.stringContaining('its visitors left before it responded on '),
    widespread: true,
  });
  const abandonment = health.getAbandonment(remote, canary);
  expect(abandonment?.left).toBeGreaterThan(0);
  expect(abandonment?.opened).toBe(abandonment?.left);
  expect(health.getAbandonment(remote, live)).toMatchObject({ left: 0 });
});

const half = { canary: { version: canary, percent: 50, takenBack: false } };

interface Visit {
  /** Routes that a page was opened at, and that it reports. */
  opened: string;
  route?: string;
}

/**
 * Visits many pages of another remote, a third of which fails with both releases, and sometimes a page that fails with the canary, whose
 * share of all pages is small. Returns the first suspicion.
 */
function findFailing(failing: Visit): string | undefined {
  const random = randomFrom(4);
  const { health, suspicions } = createHealth(half);
  for (let page = 0; page < 20_000 && suspicions.length === 0; page++) {
    const isNoise = page % 40 < 38;
    const { opened, ...more }: Visit = isNoise ? { opened: `/page-${page % 40}` } : failing;
    const isCanary = page % 2 === 0;
    const fails = isNoise ? random() < 0.3 : isCanary;
    const on = { ...at(`view ${page}`, `network ${page}`), route: opened };
    const of = { remote, release: isCanary ? canary : live, ...more };
    health.reported(on, { kind: 'used', ...of });
    if (fails) health.reported(on, { kind: 'render', ...of });
  }
  return suspicions[0]?.why;
}

test('charges a failure to the route that the visitor is on', () => {
  const why = findFailing({ opened: '/cs2', route: '/booking/:id' });
  expect(why).toContain(' pages of /booking/:id, ');
});

test('charges a failure without a route to the opened one', () => {
  expect(findFailing({ opened: '/booking/:id' })).toContain(' pages of /booking/:id, ');
});

test.each([{ opened: '/cs2' }, { opened: '/booking/:id', route: '/cs2' }])(
  'tests no route of another remote: %o',
  (failing) => {
    expect(findFailing(failing)).not.toContain(' pages of ');
  },
);

test('counts a page once that reports several routes', () => {
  const { health } = createHealth(half);
  for (const route of ['/booking/:id', '/cs2'])
    health.reported(at('view', 'network'), { kind: 'used', remote, release: canary, route });
  expect(health.all()[0]?.total.used).toBe(1);
  expect(health.getCanaryState(remote, canary).views).toBe(1);
});

test('has no state of a canary beside a replaced release', () => {
  const pointer = { ...half };
  const { health } = createHealth(pointer);
  health.reported(at('view', 'network'), { kind: 'used', remote, release: canary });
  expect(health.getCanaryState(remote, canary).views).toBe(1);
  Object.assign(pointer, { version: '1.0.0-cccccccccccc' });
  expect(health.getCanaryState(remote, canary).views).toBe(0);
});

describe('canaries of 100 remotes', () => {
  const remotes = Array.from({ length: 100 }, (_, number) => `mf-remote-${number}`);
  const bad = 'mf-remote-50';

  function openSite() {
    const suspicions: Suspicion[] = [];
    const ended = new Set<string>();
    const health = new Health({
      getPointer: (name) => ({ version: live, history: [], ...(!ended.has(name) && half) }),
      getRoutes: () => [{ path: '/' }],
      suspect: (suspicion) => suspicions.push(suspicion),
      log: () => {},
    });
    const visit = (page: number) => {
      const release = page % 2 === 0 ? canary : live;
      const opened = { ...at(`view ${page}`, `network ${page}`), route: '/' };
      for (const name of remotes) {
        health.reported(opened, { kind: 'used', remote: name, release });
        if (name === bad && release === canary)
          health.reported(opened, { kind: 'render', remote: name, release });
      }
    };
    return { health, suspicions, ended, visit };
  }

  test('are compared side by side', () => {
    const { health, suspicions, visit } = openSite();
    for (let page = 0; page < 80; page++) visit(page);
    const views = remotes.map((name) => health.getCanaryState(name, canary).views);
    expect(views).toEqual(Array(100).fill(40));
    expect(new Set(suspicions.map(({ remote: name }) => name))).toEqual(new Set([bad]));
    expect(health.all()).toHaveLength(200);
  });

  test('start anew after they ended', () => {
    const { health, ended, visit } = openSite();
    visit(0);
    const [one = '', two = ''] = remotes;
    ended.add(one);
    health.forgetCanary(two);
    visit(2);
    ended.delete(one);
    expect(health.getCanaryState(one, canary).views).toBe(0);
  });
});
