import { launchOptions } from '@carry/releases/gates';
import { type Browser, chromium } from 'playwright';
import { withBothWays, withStore } from './both-ways';
import { measureCanaries } from './canaries';
import { measureCoachCards } from './coach-cards';
import { measureDirectory } from './directory';
import { measureGrowth } from './growth';
import { measureHydration } from './hydration';
import { measureInWebKit } from './hydration-webkit';
import { measureInteraction } from './interaction';
import { measurePages, pages } from './pages';
import { endurance, publishing, scale } from './releases';
import { measureRendering } from './rendering';
import { measureSlots } from './slots';
import { measureStarts } from './starts';
import { compared, sideBySide } from './table';
import { measureThroughput } from './throughput';
import { measureTools } from './tools';

async function withBrowser<T>(
  use: (browser: Browser) => Promise<T>,
  which?: { whole: boolean },
): Promise<T> {
  const browser = await chromium.launch(launchOptions(which));
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

interface Part {
  minutes: number;
  /** Returns a section of the results: the median of `runs` on copies of a store. */
  measure(runs: number, releases: string): Promise<string>;
}

/** Parts of `npm run bench`, in order; each runs in its own process. */
export const parts: Record<string, Part> = {
  pages: {
    minutes: 10,
    measure: (runs, releases) =>
      withBrowser((browser) =>
        withBothWays(releases, (origins) => measurePages(browser, origins, runs)),
      ),
  },
  hydration: {
    minutes: 20,
    measure: (runs, releases) =>
      withBrowser(
        (browser) =>
          withBothWays(releases, async (origins) => {
            const engine = `Chromium ${browser.version()}, the whole browser`;
            const chromium = await measureHydration(browser, origins, { engine, runs });
            return `${chromium}\n${await measureInWebKit(origins, runs)}`;
          }),
        { whole: true },
      ),
  },
  slots: { minutes: 2, measure: measureSlots },
  'coach-cards': {
    minutes: 4,
    measure: (runs, releases) =>
      withBrowser((browser) => measureCoachCards(browser, runs, releases)),
  },
  directory: { minutes: 4, measure: measureDirectory },
  starts: { minutes: 3, measure: measureStarts },
  interaction: {
    minutes: 10,
    measure: (runs, releases) =>
      withBrowser((browser) =>
        withBothWays(releases, async (origins) => {
          const all = await measureInteraction(browser, origins, { pages, runs });
          const rows = all.map(([what, composed, spa]) =>
            compared(what, { composed, single: spa }),
          );
          return `## Interaction to next paint\n\n${sideBySide(rows)}\n`;
        }),
      ),
  },
  throughput: { minutes: 7, measure: (_, releases) => withBothWays(releases, measureThroughput) },
  rendering: { minutes: 4, measure: measureRendering },
  publishing: {
    minutes: 4,
    measure: (runs, releases) => withStore(releases, (folder) => publishing(folder, runs)),
  },
  canaries: { minutes: 30, measure: measureCanaries },
  tools: {
    minutes: 4,
    measure: (runs, releases) =>
      withBrowser((browser) =>
        withStore(releases, (folder) => measureTools(browser, folder, runs)),
      ),
  },
  growth: {
    minutes: 60,
    measure: (runs, releases) => withBrowser((browser) => measureGrowth(browser, runs, releases)),
  },
  endurance: { minutes: 3, measure: (_, releases) => withStore(releases, endurance) },
  scale: {
    minutes: 15,
    measure: (runs, releases) =>
      withBrowser((browser) => withStore(releases, (folder) => scale(browser, folder, runs))),
  },
};
