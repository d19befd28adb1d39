import { existsSync } from 'node:fs';
import type { Page } from 'playwright';
import { chromium } from 'playwright';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium to test with: `CHROMIUM_PATH`, an installed one, or Playwright's own; null when there is none. */
export function findBrowser(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()];
  return candidates.find((file) => file && existsSync(file)) ?? null;
}

/** Flags that keep Chromium quiet on a machine without the internet. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** Waits until the network is quiet, not for ever: a worker that is ended while its script loads leaves a request that never ends. */
export const settled = (page: Page) => page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});

/**
 * One more flag for a browser that must be there quickly: without the pages of its own address bar, which cost as much as two of ours.
 * A browser takes only the last list of features to leave out, so Playwright's own is part of it.
 */
export const bareBrowser = `--disable-features=${[
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
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
].join(',')}`;
