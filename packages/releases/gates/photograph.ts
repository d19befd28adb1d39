import type { Photograph } from '../src/events/note-pictures';
import { launchChromium } from './chromium';
import { openTab } from './gate-tab';
import { IS_HYDRATED } from './site-gate';

const MIN_SIZE = 320;
const MAX_SIZE = 2560;
const BUDGET_MS = 60_000;

const clamp = (size: number) => Math.min(MAX_SIZE, Math.max(MIN_SIZE, size));

/** Takes a picture of an element of a page, or of the page, in the gates' browser, which has no session and no secret. */
export const photograph: Photograph = async ({ url, element, width, height, theme }) => {
  const browser = await launchChromium();
  const timer = setTimeout(() => void browser.close().catch(() => {}), BUDGET_MS); // reported below
  try {
    const tab = await openTab(browser);
    await tab.emulate({ width: clamp(width), height: clamp(height), theme });
    let image: Buffer | null = null;
    await tab.visit(url, async () => {
      await tab.until(IS_HYDRATED);
      await tab.settle();
      const taken = await (element ? tab.captureElement(element) : tab.capture());
      image = taken?.content ?? null;
    });
    return image;
  } finally {
    clearTimeout(timer);
    await browser.close();
  }
};
