import { existsSync } from 'node:fs';
import type { LaunchOptions, Page } from 'playwright';
import { playwright } from './playwright';

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
  const isUsable = (file: string | undefined) =>
    file && existsSync(file) && !(whole && file.includes('headless'));
  const found = [process.env['CHROMIUM_PATH'], ...installed].find(isUsable);
  if (found) return found;
  const own = playwright().chromium.executablePath();
  return isUsable(own) ? own : null;
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
const flagsWithout = (features: string[]) => [
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${features.join(',')}`,
];
/** Tests and measurements open pages of this repository alone, often as root in a container, where Chromium has no sandbox. */
const browserFlags = ['--no-sandbox', ...flagsWithout([...ADDRESS_BAR, ...LEFT_OUT_BY_PLAYWRIGHT])];

/** How the browser of tests and measurements is started; without an installed one Playwright says what to do. */
export function launchOptions(which?: { whole?: boolean }): LaunchOptions {
  const executablePath = findBrowser(which);
  return { args: browserFlags, ...(executablePath && { executablePath }) };
}

/** The browser of the gates, or an error that says what to do. */
export function requireExecutable(): string {
  const found = findBrowser();
  if (found) return found;
  throw new Error('there is no Chromium for the gates; install one and set CHROMIUM_PATH');
}

/** How the gates start it: with what Playwright gives a browser of tests, and without a renderer that waits for a page more. */
export const gateFlags = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--allow-pre-commit-input',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-stack-profiler',
  '--disable-updater-scheduler',
  '--enable-unsafe-swiftshader',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--password-store=basic',
  '--unsafely-disable-devtools-self-xss-warnings',
  '--use-mock-keychain',
  ...flagsWithout([...ADDRESS_BAR, ...LEFT_OUT_BY_PLAYWRIGHT, 'SpareRendererForSitePerProcess']),
];

/** Waits until the network is quiet, not for ever: a worker that is ended while its script loads leaves a request that never ends. */
export const settled = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
