import type { Page } from 'playwright';
import type { Candidate } from '../src/candidate';
import { samplePath } from '../src/sample-path';
import type { CandidateSite } from './candidate-site';
import { FAILED, type GateTab, PAGE_BUDGET_MS } from './gate-tab';
import { refusePage } from './refuse-page';
import { isSent, type TriedPage } from './server-page';

/** What a page of the site has, whichever remotes are up. */
const FRAME = 'header a[href="/"]';
const budget = { timeout: PAGE_BUDGET_MS };

/** Tries all pages of a candidate on the whole site, and one of another team: the server must send them whole, and they must work in the browser. */
export async function siteGate(
  candidate: Candidate,
  site: CandidateSite,
  tabs: GateTab[],
): Promise<void> {
  const { record } = candidate;
  await site.serve(candidate);
  const left: TriedPage[] = [];
  // the server first, one page after the other: a busy machine must not look like a remote that hangs
  for (const page of pagesToTry(record, site))
    if (await isSent(page, record, site)) left.push(page);
  const visits = await Promise.allSettled(
    tabs.map(async (tab) => {
      for (let page = left.shift(); page; page = left.shift())
        await openPage(tab, page, record, site.url);
    }),
  );
  for (const visit of visits) if (visit.status === 'rejected') throw visit.reason;
}

function pagesToTry(
  { name, routes }: Candidate['record'],
  { pages, document }: CandidateSite,
): TriedPage[] {
  const own = new Set(routes.map(({ path }) => samplePath(path, document)));
  const others = [...pages].flatMap(([remote, page]) => (remote === name ? [] : [page]));
  return [
    ...[...own].map((pathname) => ({ pathname, isOwn: true })),
    ...others
      .slice(0, 1)
      .filter((pathname) => !own.has(pathname))
      .map((pathname) => ({ pathname, isOwn: false })),
  ];
}

async function openPage(
  { visit, settle }: GateTab,
  { pathname, isOwn }: TriedPage,
  { name, version }: Candidate['record'],
  url: string,
): Promise<void> {
  const problems = await visit(url + pathname, async (page) => {
    await page.waitForSelector(FRAME, budget);
    if (!isOwn) return;
    await hasRun(page, pathname, name, version);
    await settle();
  });
  if (problems[0]) refusePage(name, pathname, problems[0]);
}

/** Waits until the remote stands in the page and its own code has run there, or the page has sent its visitor on, or says that it failed. */
async function hasRun(page: Page, pathname: string, name: string, version: string): Promise<void> {
  const moved = page.waitForURL((address) => address.pathname !== pathname, budget);
  const failed = page.getByText(FAILED).waitFor(budget);
  const shown = `[data-release="${version}"] *`;
  await Promise.any([page.waitForSelector(shown, { ...budget, state: 'attached' }), moved, failed]);
  // what the server sent is there at once: the browser's own code counts, and needs a moment to run
  const ran = page.waitForFunction(
    (entry) => performance.getEntriesByName(entry).length > 0,
    `${name} entry`,
    budget,
  );
  await Promise.any([ran, moved, failed]);
}
