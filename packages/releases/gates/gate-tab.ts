import { setTimeout as sleep } from 'node:timers/promises';
import type { Chromium } from './chromium';
import { listenToPage } from './page-problems';

/** How long anything of a page may take. */
const PAGE_BUDGET_MS = 15_000;
/** How often a page is asked whether it is as far as it is waited for. */
const LOOK_MS = 20;
/** A page that was idle at both ends of this time has done what it does by itself. */
const IDLE_MS = 50;
/** A page that is never idle is left alone after this long. */
const RESTLESS_MS = 2000;
/** What stands where a remote should be. */
const FAILED = 'This part of the page could not be loaded';

/** Whether the page says that a part of it failed, as JavaScript. */
export const SAYS_FAILED = `[...document.querySelectorAll('body *:not(script, style)')].some((element) =>
  [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('')
    .includes(${JSON.stringify(FAILED)}))`;

export type GateTab = Awaited<ReturnType<typeof openTab>>;

const late = () => new Error(`it is not there after ${PAGE_BUDGET_MS / 1000} s`);

/** Another page has come in the meantime, or a page has none of its own yet. */
const isMove = ({ message }: Error) => /context|navigat|Promise was collected/i.test(message);

/** What comes of a wait, or an error once it has taken too long. */
async function within<T>(wait: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const end = sleep(ms, null, { signal: timer.signal }).then(() => Promise.reject(late()));
  end.catch(() => {}); // it came in time
  try {
    return await Promise.race([wait, end]);
  } finally {
    timer.abort();
  }
}

/** A tab that opens pages one after the other, each in what the ones before have left in its caches. */
export async function openTab(browser: Chromium) {
  const page = await browser.openPage();
  const { problems, open, loaded } = await listenToPage(page);

  /** What an expression comes to in the page, and in the page that follows it where it moves on. */
  async function evaluate(expression: string): Promise<unknown> {
    for (const end = Date.now() + PAGE_BUDGET_MS; ; await sleep(LOOK_MS)) {
      try {
        const call = { expression, awaitPromise: true, returnByValue: true };
        const { result, exceptionDetails } = await within(
          page.send('Runtime.evaluate', call),
          PAGE_BUDGET_MS,
        );
        if (exceptionDetails) throw new Error(`it does not let itself be looked at`);
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
    /** Returns what an expression comes to in the page, as JSON. */
    evaluate,
    /** Waits until a condition, as JavaScript, holds in the page. */
    async until(condition: string): Promise<void> {
      await evaluate(
        `new Promise((resolve) => { const look = () => (${condition}) ? resolve() : setTimeout(look, ${LOOK_MS}); look(); })`,
      );
    },
    /** Waits until the page has run its code, has its answers and has drawn them. */
    async settle() {
      for (const end = Date.now() + RESTLESS_MS; Date.now() < end; ) {
        const before = await idle();
        await sleep(IDLE_MS);
        if (before && (await idle())) return;
      }
    },
    /** Opens a page and answers what went wrong: exceptions, policy violations, failed files; calls that the small API does not know are no fault. */
    async visit(url: string, check: () => Promise<void>): Promise<string[]> {
      problems.length = 0;
      open.clear();
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
