import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { launchOptions } from '../packages/releases/gates/browser';
import type { WorkerFixtures } from './support/site/fixtures';

/** `npm run test:full` runs everything; `npm test` leaves out what is tagged @full, to stay under 15 minutes. */
const full = process.env['TEST_FULL'] === '1';

/** What runs with the second server each time; with `SECOND_SERVER=all` every file does. */
const someOnBoth = full
  ? '{faults,frame,html,journey,keyboard,marketing,session}'
  : '{html,journey}';
const onBoth = process.env['SECOND_SERVER'] === 'all' ? '*' : someOnBoth;

export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  globalSetup: './support/site/global-setup.ts',
  outputDir: '../test-results',
  workers: availableParallelism() + 1, // tests wait as much as they compute
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 1, // these machines are noisy; `npm test` says which tests needed it
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  projects: [
    { name: 'our API', ...(!full && { grepInvert: /@full/ }) },
    // What the specification promises must hold with any server that honours its calls; what only our API adds is tagged @ours.
    {
      name: 'second server',
      use: { server: 'second' },
      grepInvert: full ? /@ours/ : /@ours|@full/,
      testMatch: `**/${onBoth}.spec.ts`,
    },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: 'on-first-retry', // tracing every first try would cost a tenth of the time
  },
});
