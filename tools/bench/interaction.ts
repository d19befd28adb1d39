import type { Browser, CDPSession, Page } from 'playwright';
import { median, slowPage } from './measure';

const acts: Record<string, { path: string; act(page: Page): Promise<void> }> = {
  'open a day': {
    path: '/booking/1',
    act: async (page) =>
      page
        .getByRole('button', { name: /\d+ times/ })
        .nth(1)
        .click(),
  },
  'choose a time': {
    path: '/booking/1',
    async act(page) {
      await page
        .getByRole('button', { name: /\d+ times/ })
        .first()
        .click();
      await page
        .getByRole('group', { name: /^\w{3}, / })
        .getByRole('button')
        .first()
        .click();
    },
  },
  'type into a field': {
    path: '/booking/1',
    async act(page) {
      await page.getByLabel('Contact info').focus();
      await page.keyboard.type('nova', { delay: 80 });
    },
  },
  'open the menu': {
    path: '/',
    act: async (page) => page.getByRole('banner').getByLabel('Menu').click(),
  },
};

const throttle = async (page: Page, rate: number): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
};

/** Includes work that a page defers until it is idle. */
const SETTLING_MS = 3500;

/** Returns the total blocking time from first paint until the page has settled, in ms. */
async function blockingTime(browser: Browser, url: string, rate: number): Promise<number> {
  const page = await slowPage(browser);
  await throttle(page, rate);
  await page.addInitScript(() => {
    const tasks: { startTime: number; duration: number }[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  await page.waitForTimeout(SETTLING_MS);
  const blocked = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const { tasks } = globalThis as unknown as { tasks: PerformanceEntry[] };
    return tasks
      .filter(({ startTime }) => startTime >= painted)
      .reduce((sum, { duration }) => sum + duration - 50, 0);
  });
  await page.context().close();
  return blocked;
}

/** Returns the interaction to next paint of one act, in ms. */
async function slowestAnswer(
  browser: Browser,
  url: string,
  act: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await slowPage(browser);
  await page.addInitScript(() => {
    const answers: number[] = [];
    Object.assign(globalThis, { answers });
    const options = { type: 'event', durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) =>
      answers.push(
        ...list
          .getEntries()
          .filter((entry) => (entry as PerformanceEventTiming).interactionId)
          .map(({ duration }) => duration),
      ),
    ).observe(options as PerformanceObserverInit);
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  await act(page);
  await page.waitForTimeout(600); // the observer is called later
  const answers = await page.evaluate(
    () => (globalThis as unknown as { answers: number[] }).answers,
  );
  await page.context().close();
  return Math.max(16, ...answers); // shorter events are not reported
}

export async function measureInteraction(
  browser: Browser,
  origins: Record<'composed' | 'spa', string>,
  { pages, runs }: { pages: readonly string[]; runs: number },
): Promise<[what: string, composed: number, single: number][]> {
  const rows: [string, number, number][] = [];
  const inTurn = async (what: string, measure: (origin: string) => Promise<number>) => {
    const times = { composed: [] as number[], spa: [] as number[] };
    for (let run = 0; run < runs; run++)
      for (const key of ['composed', 'spa'] as const) times[key].push(await measure(origins[key]));
    rows.push([what, median(times.composed), median(times.spa)]);
  };
  for (const path of pages)
    await inTurn(`\`${path}\` blocking time at 8× CPU`, (origin) =>
      blockingTime(browser, origin + path, 8),
    );
  for (const [what, { path, act }] of Object.entries(acts))
    await inTurn(`${what}, input to next paint`, (origin) =>
      slowestAnswer(browser, origin + path, act),
    );
  return rows;
}
