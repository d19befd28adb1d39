// Base of every browser test, and the only file that imports Playwright's `test` (enforced in biome.jsonc).
import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from 'playwright/test';
import { type Announcement, isWhole, tooWide } from './announcement';

export interface GuardFixtures {
  /** Requires console errors by their full {@link formatError} name. Too wide a pattern fails the test. */
  expectErrors: (...errors: Announcement[]) => void;
  allowErrors: (...errors: Announcement[]) => void;
  guard: Announced;
}

interface Announced {
  expected: Announcement[];
  allowed: Announcement[];
  /** Watches the pages of a browser that the test launched. */
  watch(browser: Browser): void;
}

/** Milliseconds until hydration. */
const HYDRATION_MS = 5000;

let stops = false;
/** Allows connection errors of the site until the test ends. */
export const siteStops = (): void => {
  stops = true;
};

/** Fails a test on any unexpected console error, exception or policy violation, and on an expected one that did not occur. */
export const test = base.extend<GuardFixtures>({
  guard: [
    async ({ browser }, use, info) => {
      const problems = new Set<string>();
      const watch = (context: BrowserContext) =>
        watchContext(context, (problem) => problems.add(problem));
      const announced: Announced = {
        expected: [],
        allowed: [],
        watch: (other) => void other.on('context', watch),
      };
      announced.watch(browser);
      await use(announced);
      browser.off('context', watch);
      stops = false;
      const accepted = [...announced.expected, ...announced.allowed];
      expect(
        [...problems].filter((problem) => !accepted.some((error) => isWhole(error, problem))),
      ).toEqual([]);
      if (info.status !== info.expectedStatus) return;
      expect(
        announced.expected.filter(
          (error) => ![...problems].some((problem) => isWhole(error, problem)),
        ),
      ).toEqual([]);
    },
    { auto: true },
  ],
  expectErrors: async ({ guard }, use) => use((...errors) => announce(guard.expected, errors)),
  allowErrors: async ({ guard }, use) => use((...errors) => announce(guard.allowed, errors)),
});

function announce(list: Announcement[], errors: Announcement[]): void {
  expect(errors.map(tooWide).filter((why) => why !== null)).toEqual([]);
  list.push(...errors);
}

/** Deferred scripts start on first paint or input. Resolves after hydration, or if it never comes. */
const waitForHydration = (page: Page) =>
  page
    .waitForFunction(
      () =>
        !document.getElementById('carry-boot') ||
        document.documentElement.dataset['hydrated'] === '',
      null,
      { timeout: HYDRATION_MS },
    )
    .catch(() => {});

/** Makes navigations wait for hydration, unless the test sets `waitUntil`. */
function addHydrationWait(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options);
    if (!options?.waitUntil) await waitForHydration(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload.call(page, options);
    if (!options?.waitUntil) await waitForHydration(page);
    return answer;
  };
}

function watchContext(context: BrowserContext, report: (problem: string) => void): void {
  context.on('page', addHydrationWait);
  context.on('console', (message) => {
    if (message.type() === 'error' && !isFromStoppedSite(message))
      report(formatError(message.text(), message.location().url));
  });
  context.on('weberror', (error) =>
    report(withoutAddresses(`exception: ${error.error().message}`)),
  );
  void context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy violation: ${event.violatedDirective} of ${event.blockedURI}`),
    );
  });
}

function isFromStoppedSite(message: ConsoleMessage): boolean {
  if (!stops) return false;
  const page = message.page()?.url() ?? '';
  return (
    /ERR_CONNECTION_(REFUSED|RESET)/.test(message.text()) &&
    new URL(message.location().url).origin === new URL(page).origin
  );
}

/** Returns one line for a console error: `404 /api/me/`, `ERR_FAILED mf-booking/remoteEntry.js`, `integrity …`, `policy violation: img-src`, or its first line. */
function formatError(text: string, url: string): string {
  const [line = ''] = text.split('\n');
  const [, status] =
    /^Failed to load resource: the server responded with a status of (\d+)/.exec(line) ?? [];
  if (status) return `${status} ${formatUrl(url)}`;
  const [, reason] = /^Failed to load resource: net::(\w+)/.exec(line) ?? [];
  if (reason) return `${reason} ${formatUrl(url)}`;
  const [, damaged] =
    /^Failed to find a valid digest in the 'integrity' attribute for resource '([^']+)'/.exec(
      line,
    ) ?? [];
  if (damaged) return `integrity ${formatUrl(damaged)}`;
  const [, directive] = /Content Security Policy directive: "([\w-]+)/.exec(line) ?? [];
  return directive ? `policy violation: ${directive}` : withoutAddresses(line);
}

const withoutAddresses = (line: string): string =>
  line.replaceAll(/https?:\/\/[^\s'"]*[^\s'".,:;)]/g, formatUrl);

/** Returns a release file without version and hashes, or a path without its hash; with the origin if it is remote. */
function formatUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, origin, pathname } = new URL(url);
  const [, remote, part, suffix] =
    /^\/remotes\/([\w-]+)\/.*\/([\w-]+)(?:\.[\da-f]+)?(\.\w+)$/.exec(pathname) ?? [];
  if (remote) return `${remote}/${part}${suffix}`;
  const file = pathname.replace(/\.[\da-f]{8,}(?=\.\w+$)/, '');
  return ['localhost', '127.0.0.1'].includes(hostname) ? file : origin + file;
}

export { expect };
