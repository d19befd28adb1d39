import type { Browser, BrowserContext } from 'playwright';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { withStore } from './both-ways';
import { withDatabase } from './database';
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
import { fill, MAX_REVIEWS } from './growth-fill';
import { describeLimits, findGrowth } from './growth-limits';
import { measurePage } from './growth-pages';
import type { Measurement } from './measure';
import { table } from './table';

/** Bookings of one coach and one student; the first size is the base of the ratios. */
const SIZES = [20, 100, 10_000, 100_000];
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

async function measureSize(
  browser: Browser,
  { size, runs, releases }: { size: number; runs: number; releases: string },
): Promise<Measurement[]> {
  const [site = 0, api = 0, sandbox = 0] = await freePorts();
  return withStore(releases, (dataFolder) =>
    withDatabase(`growth_${process.pid}_${size}`, async (url) => {
      const stack = await startStack({
        ports: { site, api, sandbox },
        dataFolder,
        env: { DATABASE_URL: url, CAPTCHA_COST: '100' },
        log: () => {},
      });
      try {
        const bookingId = await fill(url, { size, student: demo.student.email });
        const measured: Measurement[] = [];
        const operator = stack.env['OPERATOR_TOKEN'] ?? '';
        const tokens: Tokens = { coach: '', student: '', operator };
        for (const who of ['coach', 'student'] as const) {
          const { path, shows } = demo[who];
          const context = await signIn(browser, stack.urls.site, demo[who]);
          tokens[who] = await logIn(context);
          measured.push(
            ...(await measurePage(context, { url: stack.urls.site, path, shows, runs })),
          );
          await context.close();
        }
        const server = { origin: stack.urls.api, pid: stack.services.api.pid ?? 0 };
        const siteServer = { origin: stack.urls.site, pid: stack.services.site.pid ?? 0 };
        const rest = await measureRest(url);
        measured.push(
          { what: 'the API at rest', unit: 'statements a second', value: rest.statements },
          { what: 'the API at rest', unit: 'rows a second', value: rest.rows },
          ...(await measureReference(server)),
        );
        for (const path of PUBLIC_PAGES)
          measured.push(...(await measureAnswer(siteServer, { what: `page \`${path}\``, path })));
        const lists = await listPaths(stack.urls.api, tokens);
        for (const path of [...publicPaths(), ...lists, ...ownPaths(tokens, bookingId)])
          measured.push(...(await measureAnswer(server, path, { database: url, rest })));
        return measured;
      } finally {
        await stack.stop();
      }
    }),
  );
}

const format = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

/** Measures pages and answers of public and daily paths with more and more bookings. Throws if one exceeds its limit. */
export async function measureGrowth(
  browser: Browser,
  runs: number,
  releases: string,
): Promise<string> {
  const all: Measurement[][] = [];
  for (const size of SIZES) all.push(await measureSize(browser, { size, runs, releases }));
  const [base = []] = all;
  const rows = base.map(({ what, unit, value }, index) => {
    const values = all.map((measured) => measured[index]?.value ?? Number.NaN);
    return [`${what}, ${unit}`, ...values.map(format), (Math.max(...values) / value).toFixed(2)];
  });
  const head = [
    'what',
    ...SIZES.map((size) => `${size.toLocaleString('en')} bookings`),
    'largest to first',
  ];
  const section = `## Growth

PostgreSQL, one coach and one student with all bookings, as many reviews (at most ${MAX_REVIEWS.toLocaleString('en')}); pages on the slow rig, median of ${runs}; answers one after the other, ${REQUESTS} of each; statements and rows of PostgreSQL, without those of the API at rest. ${describeLimits(all)}

${table(head, rows)}
`;
  console.log(section);
  const growing = findGrowth(all);
  if (growing.length > 0)
    throw new Error(`grows with the number of bookings, or is late:\n${growing.join('\n')}`);
  return section;
}
