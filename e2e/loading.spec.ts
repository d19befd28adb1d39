import { demo } from 'api/demo';
import type { Page } from 'playwright';
import { getTag, sizes } from './support/pages/screens';
import { logIn, settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

/** CSS pixels that a part may move from its skeleton: one line of text. */
const LINE = 27;

const SKELETONS =
  'main [aria-hidden=true] > [class*="-text-"], main [class*="-box-"][aria-hidden=true]';

type Places = Record<string, { y: number; height: number } | null>;

/** Measures parts of the page by the class that they share with their skeletons. */
const places = (page: Page, parts: string[]): Promise<Places> =>
  page.evaluate(
    (names) =>
      Object.fromEntries(
        names.map((name) => {
          const part = document.querySelector(`main [class*="${name}-"]`);
          if (!part) return [name, null];
          const { y, height } = part.getBoundingClientRect();
          return [name, { y: Math.round(y + scrollY), height: Math.round(height) }];
        }),
      ),
    parts,
  );

interface Loaded {
  path: string;
  says: string;
  parts: string[];
  /** The length depends on user content, so only positions are compared. */
  ofAnyLength?: boolean;
}

async function beforeAndAfter(page: Page, { path, says, parts }: Loaded) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.goto('/how-it-works');
  await settled(page);
  await page.route('**/api/**', async (route) => {
    await held;
    await route.fallback();
  });
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  const words = page.getByRole('main').getByText(says, { exact: true });
  await expect(words).toBeVisible();
  const skeletons = page.locator(SKELETONS);
  expect(await skeletons.count()).toBeGreaterThan(0);
  const before = await places(page, parts);
  release();
  await expect(words).toHaveCount(0);
  await expect(skeletons).toHaveCount(0);
  await page.unroute('**/api/**');
  return { before, after: await places(page, parts) };
}

function expectSame(
  { path, ofAnyLength }: Loaded,
  { before, after }: { before: Places; after: Places },
): void {
  for (const [part, there] of Object.entries(after)) {
    const was = before[part];
    expect(there, `${path} has ${part}`).not.toBeNull();
    expect(was, `the skeleton of ${path} has ${part}`).not.toBeNull();
    for (const side of ofAnyLength ? (['y'] as const) : (['y', 'height'] as const))
      expect
        .soft(Math.abs((was?.[side] ?? 0) - (there?.[side] ?? 0)), `${path}: ${side} of ${part}`)
        .toBeLessThanOrEqual(LINE);
  }
}

for (const size of sizes)
  test(`matches skeletons to their content, ${size.width} px wide`, {
    tag: [getTag(size), '@extra-14'].flat(),
  }, async ({ page, site }) => {
    test.skip(site.server === 'second', 'skeletons have the size of the texts of our demo coach');
    test.setTimeout(240_000);
    await page.setViewportSize(size);
    const look = async (loaded: Loaded) => expectSame(loaded, await beforeAndAfter(page, loaded));
    await look({
      path: '/booking/1',
      says: 'Loading...',
      parts: ['who', 'description', 'review', 'services', 'picker', 'form', 'total', 'summary'],
    });
    await look({ path: '/terms', says: 'Loading...', parts: ['words'], ofAnyLength: true });
    await logIn(page, demo.coach.email, demo.coach.password);
    await look({
      path: '/coach/availability',
      says: 'Loading your hours...',
      parts: ['tabs', 'setting', 'about'],
      ofAnyLength: true,
    });
    await look({
      path: '/account',
      says: 'Loading your account...',
      parts: ['setting', 'about', 'panel'],
    });
  });
