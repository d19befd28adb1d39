import { existsSync } from 'node:fs';
import type { LaunchOptions, Page } from 'playwright';
import { chromium } from 'playwright';

/** The headless shell first: the same engine without the windows, at half the processor time for each page. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium to test with: `CHROMIUM_PATH`, an installed one, or Playwright's own; null when there is none. `whole`: not the headless shell, which lacks what a browser keeps between pages. */
export function findBrowser({ whole = false } = {}): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], ...installed, chromium.executablePath()];
  const found = candidates.find(
    (file) => file && existsSync(file) && !(whole && file.includes('headless')),
  );
  return found ?? null;
}

/** The pages of the browser's own address bar, which cost half a second of processor time for each new profile, so for each test. */
const ADDRESS_BAR = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
];
/** A browser takes only the last list of what it leaves out, so what Playwright leaves out is named again. */
const LEFT_OUT_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Flags that keep Chromium quiet on a machine without the internet, and light. */
const browserFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...ADDRESS_BAR, ...LEFT_OUT_BY_PLAYWRIGHT].join(',')}`,
];

/** How the browser of tests, gates and measurements is started; without an installed one Playwright says what to do. */
export function launchOptions(which?: { whole?: boolean }): LaunchOptions {
  const executablePath = findBrowser(which);
  return { args: browserFlags, ...(executablePath && { executablePath }) };
}

/** Waits until the network is quiet, not for ever: a worker that is ended while its script loads leaves a request that never ends. */
export const settled = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
