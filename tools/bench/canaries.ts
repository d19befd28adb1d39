import { createPlan } from '../../packages/releases/src/pointers/rollout';
import { CanaryRun } from '../../shell/server/health/canary-run';
import type { CanaryPage } from '../../shell/server/health/page-test';
import { randomFrom } from '../../shell/server/health/test/random';
import { median } from './measure';
import { table } from './table';

/** Shares of a release's pages, and its LCP in ms. */
interface Pages {
  fail?: number;
  /** Pages whose visitors leave before they answer; crawlers count like them. */
  leave?: number;
  lcp?: number;
}

interface Scenario {
  name: string;
  canary: Pages;
  live: Pages;
  oneRoute?: boolean;
}

const { steps: DEFAULT_STEPS } = createPlan();
/** Bad releases stay longer in each step, until they are found. */
const LONG_STEPS = DEFAULT_STEPS.map((step) => ({ ...step, views: 4000 }));
/** A rollout without reports does not rise. */
const MAX_SENT = 40_000;
const HEALTHY_ROLLOUTS = 200;
const BAD_ROLLOUTS = 20;
const MS_PER_PAGE = 100;
const FIRST_SEED = 2026;
type Steps = typeof DEFAULT_STEPS;
const ROUTES = ['/', '/cs2', '/booking/:id', '/booking-success', '/booking-cancelled'];

const usual: Required<Pages> = { fail: 0.01, leave: 0.1, lcp: 1200 };
const noisy: Required<Pages> = { fail: 0.3, leave: 0.4, lcp: 2500 };

const healthyScenarios: Scenario[] = [
  { name: 'healthy: 1 % of both fail, 10 % of both are left', canary: usual, live: usual },
  { name: 'noisy visitors: 30 % of both fail, 40 % of both are left', canary: noisy, live: noisy },
];

const badScenarios: Scenario[] = [
  { name: '2 points worse (3 % beside 1 %)', canary: { fail: 0.03 }, live: { fail: 0.01 } },
  { name: '8 points worse (8 % beside 0)', canary: { fail: 0.08 }, live: {} },
  { name: '10 points worse (11 % beside 1 %)', canary: { fail: 0.11 }, live: { fail: 0.01 } },
  { name: '10 points worse (30 % beside 20 %)', canary: { fail: 0.3 }, live: { fail: 0.2 } },
  { name: '20 points worse (21 % beside 1 %)', canary: { fail: 0.21 }, live: { fail: 0.01 } },
  { name: 'fails on 30 % of one route of five', canary: { fail: 0.3 }, live: {}, oneRoute: true },
  { name: 'fails on every page', canary: { fail: 1 }, live: {} },
  {
    name: 'one second slower (LCP 2.2 s beside 1.2 s)',
    canary: { lcp: 2200 },
    live: { lcp: 1200 },
  },
  { name: 'silent: no page ever reports', canary: { leave: 1 }, live: { leave: 0.1 } },
  { name: 'visitors leave early (20 % beside 10 %)', canary: { leave: 0.2 }, live: { leave: 0.1 } },
  { name: 'visitors leave early (50 % beside 40 %)', canary: { leave: 0.5 }, live: { leave: 0.4 } },
];

/** Opens one page of a rollout; returns true if the canary is suspect. */
function visit(
  page: CanaryPage,
  run: CanaryRun,
  { scenario, random }: { scenario: Scenario; random: () => number },
): boolean {
  const { fail = 0, leave = 0, lcp } = scenario[page.arm];
  const isBad = page.arm === 'live' || !scenario.oneRoute || page.route === '/cs2';
  if (run.sent(page)) return true;
  if (random() < leave) return false;
  const slow =
    lcp !== undefined && run.vital(page, { metric: 'LCP', value: lcp * (0.5 + random()) });
  return Boolean(run.report(page, isBad && random() < fail) ?? slow);
}

interface Found {
  percent: number;
  sent: number;
}

/** Simulates a rollout that rises by the canary's views, as on a site; null: it ends without a suspicion. */
function simulate(scenario: Scenario, steps: Steps, rollout: number): Found | null {
  const random = randomFrom(FIRST_SEED + rollout);
  let now = 0;
  let sent = 0;
  const run = new CanaryRun(() => now);
  let begin = 0;
  for (let number = 0, step = 0; step < steps.length && sent < MAX_SENT; number++) {
    now += MS_PER_PAGE;
    const { percent = 0, views = 0 } = steps[step] ?? {};
    const arm = random() * 100 < percent ? 'canary' : 'live';
    if (arm === 'canary') sent++;
    const route = ROUTES[Math.floor(random() * ROUTES.length)] ?? '/';
    const page: CanaryPage = { arm, view: `${number}`, network: `${number}`, route, percent };
    if (visit(page, run, { scenario, random })) return { percent, sent };
    if (run.views - begin < views) continue;
    begin = run.views;
    step++;
  }
  return null;
}

/** Simulates rollouts with the code that judges them on a site: `runs` times 200 of each healthy kind and 20 of each bad one. */
export async function measureCanaries(runs: number): Promise<string> {
  const measure = (scenario: Scenario, rollouts: number, steps: Steps) => {
    const simulateAll = (plan: Steps) =>
      Array.from({ length: rollouts }, (_, rollout) => simulate(scenario, plan, rollout));
    const planned = simulateAll(DEFAULT_STEPS);
    const pages = (steps === DEFAULT_STEPS ? planned : simulateAll(steps))
      .flatMap((result) => result?.sent ?? [])
      .sort((a, b) => a - b);
    const slowest = pages[Math.ceil(pages.length * 0.95) - 1];
    const early = planned.filter((result) => result && result.percent < 100);
    return [
      scenario.name,
      `${early.length} of ${rollouts}`,
      `${pages.length} of ${rollouts}`,
      pages.length > 0 ? String(Math.round(median(pages))) : '–',
      slowest === undefined ? '–' : String(slowest),
    ];
  };
  const rows = [
    ...healthyScenarios.map((scenario) =>
      measure(scenario, HEALTHY_ROLLOUTS * runs, DEFAULT_STEPS),
    ),
    ...badScenarios.map((scenario) => measure(scenario, BAD_ROLLOUTS * runs, LONG_STEPS)),
  ];
  const head = [
    'release',
    'default plan: suspect before 100 %',
    'suspect',
    'canary views, median',
    '95 of 100 by',
  ];
  const plan = DEFAULT_STEPS.map(({ percent, views }) => `${percent} % (${views})`).join(', ');
  return `## Rollouts\n\nSimulated by \`npm run bench -- canaries --runs ${runs}\` in the steps of the default plan, with page views of the canary: ${plan}. The last three columns are of the default plan for healthy canaries, and of 4000 page views per step for bad ones.\n\n${table(head, rows)}\n`;
}
