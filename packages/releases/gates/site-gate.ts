import { owns } from '@carry/contracts/site';
import { samplePath, withoutOptional } from '../src/artifacts/route-paths';
import type { Candidate } from '../src/checks/candidate';
import { ReleaseRefused } from '../src/errors/errors';
import { Baseline } from './baseline';
import type { CandidateSite } from './candidate-site';
import { type GateTab, SAYS_FAILED } from './gate-tab';
import type { PageImage } from './page-image';
import { refusePage } from './refuse-page';
import { isSent, type TriedPage } from './server-page';
import { styleGate, UNOWNED_PATH } from './style-gate';

/** Feature flags that a gate tries; each costs a look at all pages. */
const MAX_FLAGS = 4;

const HAS_FRAME = `[...document.querySelectorAll('header a[href="/"]')].slice(0, 1).some((link) =>
  link.checkVisibility({ visibilityProperty: true }) && link.offsetWidth * link.offsetHeight > 0)`;

export const IS_HYDRATED = `document.documentElement.dataset.hydrated === ''`;

/**
 * Tries all pages of a candidate and one of another team: the server must render them, they must work, and they must not change other
 * pages. Returns notices for the candidate's team.
 */
export async function siteGate(
  candidate: Candidate,
  site: CandidateSite,
  tabs: GateTab[],
): Promise<string[]> {
  const { record, checks } = candidate;
  const baseline = new Baseline(candidate, site);
  const browserPages: TriedPage[] = [];
  await checks.run('pages rendered on the server', async () => {
    await site.serve(candidate);
    // one page at a time: a busy machine must not look like a remote that hangs
    for (const page of pagesToTry(record, site)) {
      const tryPage = () => isSent(page, candidate, site);
      const isShown = await tryPage().catch(async (failure: unknown) => {
        if (page.isOwn) throw failure;
        await baseline.assertCaused(failure, page.pathname, tryPage);
      });
      if (isShown) browserPages.push(page);
    }
  });
  const other = browserPages.find(({ isOwn }) => !isOwn);
  const ownPages = browserPages.filter(({ isOwn }) => isOwn);
  let failure: unknown;
  const jobs = [
    (tab: GateTab) =>
      checks.run('pages and styles of other teams', async () => {
        // judged last, because it can also fail because of an own page
        await openOther(tab, { other, ownPages, candidate, site }).catch((error: unknown) => {
          failure = error;
        });
      }),
    ...ownPages.map(
      (page) => (tab: GateTab) =>
        checks.run(`page ${page.pathname} in a browser`, async () => {
          const image = await openOwn({ gateTab: tab, page, candidate, site });
          if (image) candidate.pictures.push({ route: page.route, page: page.pathname, ...image });
        }),
    ),
  ];
  await runJobs(jobs, tabs);
  const [tab] = tabs;
  if (failure && tab)
    await checks.run('pages of other teams without this release', () =>
      baseline.assertCaused(failure, other?.pathname ?? UNOWNED_PATH, () =>
        openOther(tab, { other, ownPages: [], candidate, site }),
      ),
    );
  await tryFlags(candidate, site, { pages: ownPages, tab });
  return baseline.notices;
}

async function runJobs(
  jobs: ((tab: GateTab) => Promise<void>)[],
  tabs: readonly GateTab[],
): Promise<void> {
  const visits = await Promise.allSettled(
    tabs.map(async (tab) => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await job(tab);
    }),
  );
  for (const visit of visits) if (visit.status === 'rejected') throw visit.reason;
}

/** Opens each page once more for each of the first flags, with the value that is not its default. */
async function tryFlags(
  candidate: Candidate,
  site: CandidateSite,
  { pages, tab }: { pages: TriedPage[]; tab: GateTab | undefined },
): Promise<void> {
  const flags = Object.entries(candidate.record.flags ?? {}).slice(0, MAX_FLAGS);
  for (const [flag, declared] of tab ? flags : []) {
    const isOn = !declared.default;
    const what = `with ${flag} ${isOn ? 'on' : 'off'}`;
    await candidate.checks.run(`pages ${what}`, async () => {
      await site.setFlag(candidate, flag, isOn);
      for (const page of pages) {
        const isShown = await isSent(page, candidate, site).catch(addTo(what));
        if (isShown && tab)
          await openOwn({ gateTab: tab, page, candidate, site }).catch(addTo(what));
      }
    });
  }
}

const addTo =
  (what: string) =>
  (error: Error): never => {
    throw error instanceof ReleaseRefused
      ? new ReleaseRefused(`${error.message} (${what})`, { cause: error })
      : error;
  };

/** Returns the pages of a candidate, also without their optional parts where its team has that path, and one of another team. */
export function pagesToTry(
  { name, routes }: Pick<Candidate['record'], 'name' | 'routes'>,
  { pages, document }: Pick<CandidateSite, 'pages' | 'document'>,
): TriedPage[] {
  const ownPages = new Map(routes.map(({ path }) => [samplePath(path, document), path]));
  const prefixes = document?.owners[name]?.paths ?? [];
  for (const { path } of routes) {
    const short = withoutOptional(path);
    const pathname = samplePath(short, document);
    if (owns(prefixes, short) && !ownPages.has(pathname)) ownPages.set(pathname, path);
  }
  const otherPaths = [...pages].flatMap(([remote, page]) => (remote === name ? [] : [page]));
  return [
    ...[...ownPages].map(([pathname, route]) => ({ pathname, route, isOwn: true })),
    ...otherPaths
      .slice(0, 1)
      .filter((pathname) => !ownPages.has(pathname))
      .map((pathname) => ({ pathname, route: pathname, isOwn: false })),
  ];
}

type SiteUrls = Pick<CandidateSite, 'url' | 'apiUrl'>;

/** Opens a page of the candidate. Resolves with its picture; null: it redirects. */
async function openOwn({
  gateTab: { visit, until, settle, capture, evaluate },
  page,
  candidate,
  site: { url, apiUrl },
}: {
  gateTab: GateTab;
  page: TriedPage;
  candidate: Candidate;
  site: SiteUrls;
}): Promise<PageImage | null> {
  const { name, version } = candidate.record;
  const { pathname } = page;
  let image: PageImage | null = null;
  const problems = await visit(
    url + pathname,
    async () => {
      await until(HAS_FRAME);
      await until(hasRun(pathname, name, version));
      await settle();
      const isHere = await evaluate(`location.pathname === ${JSON.stringify(pathname)}`);
      image = isHere ? await capture() : null; // a redirect shows another page
    },
    apiUrl,
  );
  if (problems[0]) await refusePage(candidate, page, problems[0]);
  return image;
}

/** Opens a page of another team, and navigates through the candidate's pages and back. */
async function openOther(
  tab: GateTab,
  {
    other,
    ownPages,
    candidate,
    site: { url, apiUrl },
  }: { other: TriedPage | undefined; ownPages: TriedPage[]; candidate: Candidate; site: SiteUrls },
): Promise<void> {
  const { name, version } = candidate.record;
  const pathname = other?.pathname ?? UNOWNED_PATH;
  let changed: unknown;
  const problems = await tab.visit(
    url + pathname,
    async () => {
      await tab.until(HAS_FRAME);
      await tab.until(IS_HYDRATED);
      const trial = {
        remote: name,
        ownPages: ownPages.map(({ pathname: page }) => ({
          pathname: page,
          shown: hasRun(page, name, version),
        })),
        other: other?.pathname,
      };
      await styleGate(tab, trial).catch((error: unknown) => {
        changed = error;
      });
    },
    apiUrl,
  );
  if (changed instanceof ReleaseRefused) throw changed;
  if (changed) problems.push((changed as Error).message);
  if (problems[0]) await refusePage(candidate, { pathname, isOwn: false }, problems[0]);
}

/** True once the remote's code has run, the page has redirected or shows a fallback, as JavaScript. Server-rendered markup is not enough. */
const hasRun = (pathname: string, name: string, version: string) =>
  `location.pathname !== ${JSON.stringify(pathname)} || (${SAYS_FAILED}) ||
  (document.querySelector(${JSON.stringify(`[data-release="${version}"] *`)}) &&
    performance.getEntriesByName(${JSON.stringify(`${name} entry`)}).length > 0)`;
