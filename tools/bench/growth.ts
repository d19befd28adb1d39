import type { Browser, BrowserContext } from 'playwright';
import {
  listPaths,
  logIn,
  measureAnswer,
  measureReference,
  measureRest,
  ownPaths,
  publicPaths,
  REQUESTS,
  type Tokens,
} from './growth-answers';
import { COACHES, measureCoaches } from './growth-coaches';
import { fill, MAX_REVIEWS } from './growth-fill';
import { describeLimits, findGrowth } from './growth-limits';
import { measurePage } from './growth-pages';
import { withSite } from './growth-site';
import { fillWork, workPaths } from './growth-work';
import type { Measurement } from './measure';
import { table } from './table';

/** Bookings of one coach and one student; the first size, the base of the ratios, has a page of sessions ahead and earlier ones. */
const SIZES = [40, 100, 10_000, 100_000];
const demo = {
  coach: {
    path: '/coach-dashboard',
    email: 'coach@carry.example',
    password: 'Coach-2026!',
    shows: 'View Booking',
  },
  student: {
    path: '/sessions',
    email: 'student@carry.example',
    password: 'Student-2026!',
    shows: 'mins',
  },
};
const PUBLIC_PAGES = ['/', '/cs2', '/booking/1'];

async function signIn(
  browser: Browser,
  site: string,
  { email, password }: { email: string; password: string },
): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByText('Verified as human.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  return context;
}

const measureSize = (
  browser: Browser,
  { size, runs, releases }: { size: number; runs: number; releases: string },
): Promise<Measurement[]> =>
  withSite(String(size), releases, async ({ database, site, api, operator }) => {
    const bookingId = await fill(database, { size, student: demo.student.email });
    await fillWork(database, size);
    const measured: Measurement[] = [];
    const tokens: Tokens = { coach: '', student: '', operator };
    for (const who of ['coach', 'student'] as const) {
      const { path, shows } = demo[who];
      const context = await signIn(browser, site.origin, demo[who]);
      tokens[who] = await logIn(context);
      measured.push(...(await measurePage(context, { url: site.origin, path, shows, runs })));
      await context.close();
    }
    const rest = await measureRest(database);
    measured.push(
      { what: 'the API at rest', unit: 'statements a second', value: rest.statements },
      { what: 'the API at rest', unit: 'rows a second', value: rest.rows },
      ...(await measureReference(api)),
    );
    for (const path of PUBLIC_PAGES)
      measured.push(...(await measureAnswer(site, { what: `page \`${path}\``, path })));
    const lists = await listPaths(api.origin, tokens);
    const privatePaths = [...ownPaths(tokens, bookingId), ...workPaths(operator)];
    for (const path of [...publicPaths(), ...lists, ...privatePaths])
      measured.push(...(await measureAnswer(api, path, { database, rest })));
    return measured;
  });

const format = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

function printSizes(all: Measurement[][], sizes: number[], things: string): string {
  const [base = []] = all;
  const rows = base.map(({ what, unit, value }, index) => {
    const values = all.map((measured) => measured[index]?.value ?? Number.NaN);
    return [`${what}, ${unit}`, ...values.map(format), (Math.max(...values) / value).toFixed(2)];
  });
  const head = sizes.map((size) => `${size.toLocaleString('en')} ${things}`);
  return table(['what', ...head, 'largest to first'], rows);
}

export async function measureGrowth(
  browser: Browser,
  runs: number,
  releases: string,
): Promise<string> {
  const bySize: Measurement[][] = [];
  for (const size of SIZES) {
    bySize.push(await measureSize(browser, { size, runs, releases }));
    console.log(printSizes(bySize, SIZES.slice(0, bySize.length), 'bookings'));
  }
  const byCoaches: Measurement[][] = [];
  for (const coaches of COACHES) {
    byCoaches.push(await measureCoaches(coaches, releases));
    console.log(printSizes(byCoaches, COACHES.slice(0, byCoaches.length), 'coaches'));
  }
  const section = `## Growth

PostgreSQL, one coach and one student with all bookings, as many reviews (at most ${MAX_REVIEWS.toLocaleString('en')}), paid within two years; pages on the slow profile, median of ${runs}; answers one after the other, ${REQUESTS} of each; statements and rows of PostgreSQL, without those of the API at rest. ${describeLimits([...bySize, ...byCoaches])}

${printSizes(bySize, SIZES, 'bookings')}

Coaches with 50 bookings and 100 reviews each, compared from ${COACHES[1]} on, because fewer do not fill the pages:

${printSizes(byCoaches, COACHES, 'coaches')}
`;
  console.log(section);
  const growing = [...findGrowth(bySize), ...findGrowth(byCoaches.slice(1))];
  if (growing.length > 0) throw new Error(`grows, or is late:\n${growing.join('\n')}`);
  return section;
}
