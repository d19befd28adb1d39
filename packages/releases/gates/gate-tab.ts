import { setTimeout as sleep } from 'node:timers/promises';
import { THEME_KEY } from '@carry/contracts/boot';
import { type Chromium, STILL } from './chromium';
import { captureElement, capturePage, type PageImage } from './page-image';
import { listenToPage } from './page-problems';

const PAGE_BUDGET_MS = 15_000;
const LOOK_MS = 20;
/** A page that is idle at both ends of this time has settled. */
const IDLE_MS = 50;
const RESTLESS_MS = 2000;
/** An image is worth less than a publish in time. */
const CAPTURE_BUDGET_MS = 3000;
const FAILED = 'This part of the page could not be loaded';

/** True if the page shows a fallback, as JavaScript. */
export const SAYS_FAILED = `[...document.querySelectorAll('body *:not(script, style)')].some((element) =>
  [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('')
    .includes(${JSON.stringify(FAILED)}))`;

export type GateTab = Awaited<ReturnType<typeof openTab>>;

const late = () => new Error(`timed out after ${PAGE_BUDGET_MS / 1000} s`);

const isMove = ({ message }: Error) => /context|navigat|Promise was collected/i.test(message);

async function within<T>(wait: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const end = sleep(ms, null, { signal: timer.signal }).then(() => Promise.reject(late()));
  end.catch(() => {});
  try {
    return await Promise.race([wait, end]);
  } finally {
    timer.abort();
  }
}

export interface Screen {
  width: number;
  height: number;
  theme: 'light' | 'dark';
}

export async function openTab(browser: Chromium) {
  const page = await browser.openPage();
  const { problems, open, begin, loaded } = await listenToPage(page);

  /** Evaluates an expression in the page; again after a navigation. */
  async function evaluate(expression: string): Promise<unknown> {
    for (const end = Date.now() + PAGE_BUDGET_MS; ; await sleep(LOOK_MS)) {
      try {
        const call = { expression, awaitPromise: true, returnByValue: true };
        const { result, exceptionDetails } = await within(
          page.send('Runtime.evaluate', call),
          PAGE_BUDGET_MS,
        );
        if (exceptionDetails) throw new Error(`the page cannot be evaluated`);
        return (result as { value: unknown }).value;
      } catch (error) {
        if (!isMove(error as Error) || Date.now() > end) throw error;
      }
    }
  }
  const idle = async () => {
    await evaluate(
      `new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: ${RESTLESS_MS} }))`,
    );
    return open.size === 0;
  };
  return {
    evaluate,
    async until(condition: string): Promise<void> {
      await evaluate(
        `new Promise((resolve) => { const look = () => (${condition}) ? resolve() : setTimeout(look, ${LOOK_MS}); look(); })`,
      );
    },
    /** Waits until the page has run its code, received its responses and painted. */
    async settle() {
      for (const end = Date.now() + RESTLESS_MS; Date.now() < end; ) {
        const before = await idle();
        await sleep(IDLE_MS);
        if (before && (await idle())) return;
      }
    },
    async capture(): Promise<PageImage | null> {
      return within(capturePage(page, evaluate), CAPTURE_BUDGET_MS).catch(() => null);
    },
    async captureElement(selector: string): Promise<PageImage | null> {
      const taken = captureElement(page, evaluate, selector);
      return within(taken, CAPTURE_BUDGET_MS).catch(() => null);
    },
    /** Shows the pages that are opened from now on as on another screen, in the theme that its visitor chose. */
    async emulate({ width, height, theme }: Screen): Promise<void> {
      const size = { width, height, deviceScaleFactor: 1, mobile: false };
      await page.send('Emulation.setDeviceMetricsOverride', size);
      const features = [STILL, { name: 'prefers-color-scheme', value: theme }];
      await page.send('Emulation.setEmulatedMedia', { features });
      const source = `try { localStorage.setItem('${THEME_KEY}', '${theme}') } catch {}`; // a data: page has no storage
      await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
    },
    /** Opens a page and returns its problems: exceptions, policy violations, failed files. Ignores unsupported calls to `apiUrl` and files of third parties. */
    async visit(url: string, check: () => Promise<void>, apiUrl?: string): Promise<string[]> {
      begin(url, apiUrl);
      try {
        const shown = loaded();
        const { errorText } = await within(page.send('Page.navigate', { url }), PAGE_BUDGET_MS);
        if (errorText) throw new Error(String(errorText));
        await within(shown, PAGE_BUDGET_MS);
        await check();
        if (await evaluate(SAYS_FAILED)) problems.push('it could not be loaded');
      } catch (error) {
        problems.push((error as Error).message.split('\n')[0] ?? 'it did not open');
      }
      return [...problems];
    },
  };
}
