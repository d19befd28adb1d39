import type { BrowserContext, Page, Request } from 'playwright';

/** How long anything of a page may take. */
export const PAGE_BUDGET_MS = 15_000;
/** A page that was idle at both ends of this time has done what it does by itself. */
const IDLE_MS = 50;
/** A page that is never idle is left alone after this long. */
const RESTLESS_MS = 2000;
/** What stands where a remote should be. */
export const FAILED = 'This part of the page could not be loaded';

export type GateTab = Awaited<ReturnType<typeof openTab>>;

/** A tab that opens pages one after the other, each in what the ones before have left in its caches. */
export async function openTab(context: BrowserContext) {
  const page = await context.newPage();
  let problems: string[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|404)/.test(message.text()))
      problems.push(message.text());
  });
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`${event.violatedDirective} refuses ${event.blockedURI}`),
    ),
  );
  const idle = async () => {
    await page.evaluate(
      (timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
      RESTLESS_MS,
    );
    return open.size === 0;
  };
  return {
    /** Waits until the page has run its code, has its answers and has drawn them. */
    async settle() {
      for (const end = Date.now() + RESTLESS_MS; Date.now() < end; ) {
        const before = await idle();
        await page.waitForTimeout(IDLE_MS);
        if (before && (await idle())) return;
      }
    },
    /** Opens a page and answers what went wrong: exceptions, policy violations, failed files; calls that the small API does not know are no fault. */
    async visit(url: string, check: (page: Page) => Promise<void>): Promise<string[]> {
      problems = [];
      open.clear();
      try {
        await page.goto(url, { timeout: PAGE_BUDGET_MS, waitUntil: 'load' });
        await check(page);
        if ((await page.getByText(FAILED).count()) > 0) problems.push('it could not be loaded');
      } catch (error) {
        problems.push((error as Error).message.split('\n')[0] ?? 'it did not open');
      }
      return problems;
    },
  };
}
