import { defineConfig } from 'playwright/test';
import { browserFlags, findBrowser } from '../tools/browser';

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 1, // these machines are noisy; `npm test` says which tests needed it
  timeout: 45_000,
  expect: { timeout: 8000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findBrowser() ?? undefined, args: browserFlags },
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
  },
});
