// What every browser test stands on. The only file that takes Playwright's own `test`; biome.jsonc holds that.
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
  /** Console errors that this test causes: each, whole and exactly as {@link nameOf} names it, must come. One that is too wide ends the test. */
  expectErrors: (...errors: Announcement[]) => void;
  /** Console errors that this test may cause. */
  allowErrors: (...errors: Announcement[]) => void;
  guard: Announced;
}

interface Announced {
  expected: Announcement[];
  allowed: Announcement[];
  /** Looks at the pages of a browser that the test has launched itself, too. */
  watch(browser: Browser): void;
}

/** How long a page may take to come to life, where it does. */
const ALIVE_MS = 5000;

let stops = false;
/** Until the test ends, its own site may be gone while a page of it is still busy. */
export const siteStops = (): void => {
  stops = true;
};

/** Fails a test on any console error, exception or policy violation, on any page it opens, that it has not announced, and on an announcement that nothing came of. */
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
      const known = [...announced.expected, ...announced.allowed];
      expect(
        [...problems].filter((problem) => !known.some((error) => isWhole(error, problem))),
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

function announce(known: Announcement[], errors: Announcement[]): void {
  expect(errors.map(tooWide).filter((why) => why !== null)).toEqual([]);
  known.push(...errors);
}

/** A page that nobody has seen yet brings no scripts: what a test does next is for the page that they have made of it. One that never comes to life is left as it is. */
const alive = (page: Page) =>
  page
    .waitForFunction(
      () =>
        !document.getElementById('carry-boot') || document.documentElement.dataset['alive'] === '',
      null,
      { timeout: ALIVE_MS },
    )
    .catch(() => {});

/** Opening or reloading a page waits for its scripts as well, where the test does not say what it waits for. */
function waitUntilAlive(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options);
    if (!options?.waitUntil) await alive(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload.call(page, options);
    if (!options?.waitUntil) await alive(page);
    return answer;
  };
}

function watchContext(context: BrowserContext, found: (problem: string) => void): void {
  context.on('page', waitUntilAlive);
  context.on('console', (message) => {
    if (message.type() === 'error' && !isOfStoppedSite(message))
      found(nameOf(message.text(), message.location().url));
  });
  context.on('weberror', (error) => found(withoutAddresses(`exception: ${error.error().message}`)));
  void context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy violation: ${event.violatedDirective} of ${event.blockedURI}`),
    );
  });
}

/** Only in a test that announced it. */
function isOfStoppedSite(message: ConsoleMessage): boolean {
  if (!stops) return false;
  const page = message.page()?.url() ?? '';
  return (
    /ERR_CONNECTION_(REFUSED|RESET)/.test(message.text()) &&
    new URL(message.location().url).origin === new URL(page).origin
  );
}

/** One line for a console error: `404 /api/me/`, `ERR_FAILED mf-booking/remoteEntry.js`, `integrity …`, `policy violation: img-src`, or its first line, in which addresses are named as here. */
function nameOf(text: string, url: string): string {
  const [line = ''] = text.split('\n');
  const [, status] =
    /^Failed to load resource: the server responded with a status of (\d+)/.exec(line) ?? [];
  if (status) return `${status} ${placeOf(url)}`;
  const [, reason] = /^Failed to load resource: net::(\w+)/.exec(line) ?? [];
  if (reason) return `${reason} ${placeOf(url)}`;
  const [, damaged] =
    /^Failed to find a valid digest in the 'integrity' attribute for resource '([^']+)'/.exec(
      line,
    ) ?? [];
  if (damaged) return `integrity ${placeOf(damaged)}`;
  const [, directive] = /Content Security Policy directive: "([\w-]+)/.exec(line) ?? [];
  return directive ? `policy violation: ${directive}` : withoutAddresses(line);
}

const withoutAddresses = (line: string): string =>
  line.replaceAll(/https?:\/\/[^\s'"]*[^\s'".,:;)]/g, placeOf);

/** The file of a release without its version and hashes; otherwise the path without a hash, with its origin where that is not of this machine. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, origin, pathname } = new URL(url);
  const [, remote, part, suffix] =
    /^\/remotes\/([\w-]+)\/.*\/([\w-]+)(?:\.[\da-f]+)?(\.\w+)$/.exec(pathname) ?? [];
  if (remote) return `${remote}/${part}${suffix}`;
  const file = pathname.replace(/\.[\da-f]{8,}(?=\.\w+$)/, '');
  return ['localhost', '127.0.0.1'].includes(hostname) ? file : origin + file;
}

export { expect };
