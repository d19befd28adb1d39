import type { Browser, BrowserContext } from 'playwright';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { withStore } from './both-ways';
import { ask, withDatabase } from './database';
import { listPaths, logIn, measureAnswer, publicPaths, type Tokens } from './growth-answers';
import { measurePage } from './growth-pages';
import type { Measurement } from './measure';
import { table } from './table';

/** Bookings of one coach and one student; the first size is the base of the ratios. */
const SIZES = [20, 100, 10_000, 100_000];
const MAX_REVIEWS = 10_000;
const MAX_UPCOMING = 500;
const MAX_GROWTH = 1.2;
const MAX_P99_MS = 20;
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

/** Noise that a measurement may add to the allowed growth. */
const noise: Record<string, number> = {
  ms: 3,
  bytes: 512,
  nodes: 0,
  'KB received': 6,
  'ms of long tasks': 150,
};

/** Inserts sessions every second hour, every tenth of them cancelled, and reviews. */
async function fill(url: string, size: number): Promise<void> {
  const first = size - Math.min(size / 2, MAX_UPCOMING);
  const start = `date_trunc('hour', now()) + (n - ${first}) * interval '2 hours'`;
  await ask(
    url,
    `INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes,
       starts_at, ends_at, contact_info, details, status, hold_expires_at, paid_at, student_nth)
     SELECT (SELECT id FROM users WHERE email = '${demo.student.email}'), 1, (SELECT min(id) FROM services WHERE coach_id = 1),
       1, 2500, 60, ${start}, ${start} + interval '1 hour', 'player#' || n, repeat('Aim and positioning. ', 20),
       CASE WHEN n % 10 = 0 THEN 'cancelled' WHEN n < ${first} THEN 'completed' ELSE 'confirmed' END, now(), now(), n
     FROM generate_series(1, ${size}) n`,
  );
  await ask(
    url,
    `INSERT INTO reviews (coach_id, reviewer_name, comment, rating)
     SELECT 1, 'Student ' || n, repeat('Two ranks in a month. ', 10), 3 + n % 3
     FROM generate_series(1, ${Math.min(size, MAX_REVIEWS)}) n`,
  );
  await ask(url, 'VACUUM ANALYZE');
}

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
        await fill(url, size);
        const measured: Measurement[] = [];
        const tokens: Tokens = { coach: '', student: '' };
        for (const who of ['coach', 'student'] as const) {
          const { path, shows } = demo[who];
          const context = await signIn(browser, stack.urls.site, demo[who]);
          tokens[who] = await logIn(context);
          measured.push(
            ...(await measurePage(context, { url: stack.urls.site, path, shows, runs })),
          );
          await context.close();
        }
        for (const path of PUBLIC_PAGES)
          measured.push(
            ...(await measureAnswer(stack.urls.site, { what: `page \`${path}\``, path })),
          );
        for (const path of publicPaths())
          measured.push(...(await measureAnswer(stack.urls.api, path)));
        for (const path of await listPaths(stack.urls.api, tokens))
          measured.push(...(await measureAnswer(stack.urls.api, path)));
        return measured;
      } finally {
        await stack.stop();
      }
    }),
  );
}

const format = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

/** Measures pages and answers of public and daily paths with more and more bookings. Throws if one grows by more than 1.2 ×. */
export async function measureGrowth(
  browser: Browser,
  runs: number,
  releases: string,
): Promise<string> {
  const all: Measurement[][] = [];
  for (const size of SIZES) all.push(await measureSize(browser, { size, runs, releases }));
  const [base = []] = all;
  const failures: string[] = [];
  const rows = base.map(({ what, unit, value }, index) => {
    const values = all.map((measured) => measured[index]?.value ?? Number.NaN);
    const largest = Math.max(...values);
    // a machine that is too slow for the smallest size cannot measure growth
    const isSlow = what.includes('p99') && value <= MAX_P99_MS && largest > MAX_P99_MS;
    const grows = !what.includes('p99') && largest > value * MAX_GROWTH + (noise[unit] ?? 0);
    if (isSlow || grows) failures.push(`${what}: ${values.map(format).join(', ')} ${unit}`);
    return [`${what}, ${unit}`, ...values.map(format), (largest / value).toFixed(2)];
  });
  const head = [
    'what',
    ...SIZES.map((size) => `${size.toLocaleString('en')} bookings`),
    'largest to first',
  ];
  const section = `## Growth

PostgreSQL, one coach and one student with all bookings, as many reviews (at most ${MAX_REVIEWS.toLocaleString('en')}); pages on the slow rig, median of ${runs}; answers one after the other, median and p99 of 200:

${table(head, rows)}
`;
  console.log(section);
  if (failures.length > 0)
    throw new Error(`grows with the number of bookings:\n${failures.join('\n')}`);
  return section;
}
