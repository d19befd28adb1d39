import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { launchOptions } from '../packages/releases/gates/browser';
import type { WorkerFixtures } from './support/site/fixtures';

/** `npm run test:full` runs everything; `npm test` skips @full. */
const full = process.env['TEST_FULL'] === '1';

/** Files that run against the second server each time; `SECOND_SERVER=all` runs them all. */
const someOnBoth = full ? '{faults,frame,html,journey,keyboard,marketing,session}' : 'journey';
const onBoth = process.env['SECOND_SERVER'] === 'all' ? '*' : someOnBoth;

export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  globalSetup: './support/site/global-setup.ts',
  outputDir: '../test-results',
  workers: availableParallelism(), // a third one on two cores took 1.3 times as long in all, and tests ran into their limits
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 1, // CI machines are noisy; `npm test` lists the retried tests
  timeout: 180_000,
  expect: { timeout: 30_000 }, // on a busy machine one request may take a second
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  projects: [
    { name: 'our API', ...(!full && { grepInvert: /@full/ }) },
    // Specified behavior must work with any compliant server. @ours marks additions of our API.
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
    trace: 'on-first-retry', // tracing every first try costs 10 % of the time
  },
});
