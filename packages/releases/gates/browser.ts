import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LaunchOptions, Page } from 'playwright';

/** Loaded on demand: loading takes 0.6 s of CPU time, and most machines have a browser without it. */
const playwright = () =>
  createRequire(import.meta.url)('playwright') as typeof import('playwright');

/** The headless shell first: the same engine without windows takes half the CPU time per page. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of Chromium (`CHROMIUM_PATH`, an installed one, or Playwright's), or null. `whole`: not the headless shell, which keeps no state between pages. */
export function findBrowser({ whole = false } = {}): string | null {
  const isUsable = (file: string | undefined) =>
    file && existsSync(file) && !(whole && file.includes('headless'));
  const executable = [process.env['CHROMIUM_PATH'], ...installed].find(isUsable);
  if (executable) return executable;
  const bundled = playwright().chromium.executablePath();
  return isUsable(bundled) ? bundled : null;
}

/** Pages of the address bar, which cost half a second of CPU time per new profile, so per test. */
const ADDRESS_BAR = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
];
/** Chromium uses only the last --disable-features, so Playwright's list is repeated. */
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

const flagsWithout = (features: string[]) => [
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${features.join(',')}`,
];
/** Tests open pages of this repository only, often as root in a container, where Chromium has no sandbox. */
const browserFlags = ['--no-sandbox', ...flagsWithout([...ADDRESS_BAR, ...LEFT_OUT_BY_PLAYWRIGHT])];

export function launchOptions(which?: { whole?: boolean }): LaunchOptions {
  const executablePath = findBrowser(which);
  return { args: browserFlags, ...(executablePath && { executablePath }) };
}

export function requireExecutable(): string {
  const executable = findBrowser();
  if (executable) return executable;
  throw new Error('there is no Chromium for the gates; install one and set CHROMIUM_PATH');
}

/** Flags of the gates' browser: Playwright's, without a spare renderer. */
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

/** Waits for network idle, with a timeout: a worker that is terminated while its script loads leaves a pending request. */
export const settled = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
