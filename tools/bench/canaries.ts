import { type CanaryPage, CanaryRun } from '../../shell/server/health/canary-run';
import { randomFrom } from '../../shell/server/health/test/random';
import { median } from './measure';
import { table } from './table';

/** One kind of release that a rollout meets. Shares of failing pages, and LCP in ms. */
interface Scenario {
  name: string;
  canary: number;
  live: number;
  /** Canary's and live release's LCP in the middle. */
  lcp?: [canary: number, live: number];
  oneRoute?: boolean;
}

const STEPS = [5, 25, 50];
const VIEWS_PER_STEP = 4000;
const ROUTES = ['/', '/cs2', '/booking/:id', '/booking-success', '/booking-cancelled'];

const scenarios: Scenario[] = [
  { name: 'sound, no failures', canary: 0, live: 0 },
  { name: 'sound, both fail on 1 %', canary: 0.01, live: 0.01 },
  { name: 'sound, both fail on 30 % (odd visitors)', canary: 0.3, live: 0.3 },
  { name: 'sound, LCP as before', canary: 0, live: 0, lcp: [1200, 1200] },
  { name: '2 points worse (3 % beside 1 %)', canary: 0.03, live: 0.01 },
  { name: '8 points worse (8 % beside 0)', canary: 0.08, live: 0 },
  { name: '10 points worse (11 % beside 1 %)', canary: 0.11, live: 0.01 },
  { name: '10 points worse (30 % beside 20 %)', canary: 0.3, live: 0.2 },
  { name: 'fails on 30 % of one route of five', canary: 0.3, live: 0, oneRoute: true },
  { name: 'fails on every page', canary: 1, live: 0 },
  { name: 'one second slower (LCP 2.2 s beside 1.2 s)', canary: 0, live: 0, lcp: [2200, 1200] },
];

/** Opens one page of a rollout; returns true if the canary is suspect. */
function visit(
  page: CanaryPage,
  run: CanaryRun,
  { scenario, random }: { scenario: Scenario; random: () => number },
): boolean {
  const { canary, live, lcp, oneRoute } = scenario;
  const isCanary = page.arm === 'canary';
  const fails = random() < (isCanary ? canary : live) && (!oneRoute || page.route === '/cs2');
  const slow = lcp && run.vital(page, 'LCP', lcp[isCanary ? 0 : 1] * (0.5 + random()));
  return Boolean(run.report(page, fails) ?? slow);
}

/** Returns the canary's page views until it is suspect, or null if the rollout ends first. */
function simulate(scenario: Scenario, random: () => number): number | null {
  const run = new CanaryRun();
  for (let number = 0, step = 0; step < STEPS.length; number++) {
    const percent = STEPS[step] ?? 0;
    const arm = random() * 100 < percent ? 'canary' : 'live';
    const route = ROUTES[Math.floor(random() * ROUTES.length)] ?? '/';
    const page: CanaryPage = { arm, view: `${number}`, network: `${number}`, route, percent };
    if (visit(page, run, { scenario, random })) return run.views;
    if (run.views >= VIEWS_PER_STEP * (step + 1)) step++;
  }
  return null;
}

/** Simulates rollouts in steps of 5, 25 and 50 percent, with 4,000 page views of the canary in each. */
export async function measureCanaries(runs: number): Promise<string> {
  const random = randomFrom(2026);
  const rollouts = 8 * runs;
  const rows = scenarios.map((scenario) => {
    const results = Array.from({ length: rollouts }, () => simulate(scenario, random));
    const detections = results.filter((views) => views !== null).sort((a, b) => a - b);
    const slowest = detections[Math.ceil(detections.length * 0.95) - 1];
    return [
      scenario.name,
      `${detections.length} of ${rollouts}`,
      detections.length > 0 ? String(median(detections)) : '–',
      slowest === undefined ? '–' : String(slowest),
    ];
  });
  const head = ['release', 'found worse', 'canary views, median', '95 of 100 by'];
  return `## Rollouts\n\nSimulated in steps of ${STEPS.join(', ')} %, each with ${VIEWS_PER_STEP} page views of the canary.\n\n${table(head, rows)}\n`;
}
