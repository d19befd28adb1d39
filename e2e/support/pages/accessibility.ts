import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

export type Theme = 'dark' | 'light';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Switches the theme and waits for the color transition. */
async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (theme) => {
    document.documentElement.setAttribute('data-theme', theme);
    const changes = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  }, theme);
}

interface AxeRun {
  theme: Theme;
  rules(axe: AxeBuilder): AxeBuilder;
  /** The run fails unless more rules than this pass. */
  atLeast: number;
}

async function runAxe(page: Page, { theme, rules, atLeast }: AxeRun): Promise<string[]> {
  await setTheme(page, theme);
  // legacy mode avoids a new page for each run; preloading would copy style sheets of other origins into the page
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ preload: false });
  const { passes, violations } = await rules(axe).analyze();
  expect(passes.length).toBeGreaterThan(atLeast);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) =>
        `${theme} ${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`,
    ),
  );
}

/** Returns empty status regions that are not rendered: screen readers miss their first text. */
const hiddenStatuses = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=status]:empty')]
      .filter((region) => region.parentElement?.checkVisibility())
      .filter((region) => getComputedStyle(region).display === 'none')
      .map(({ outerHTML }) => `not rendered: ${outerHTML}`),
  );

/** Returns the axe violations in a theme, and status regions that are not rendered. */
export const violationsAt = async (page: Page, theme: Theme): Promise<string[]> => [
  ...(await runAxe(page, { theme, rules: (axe) => axe.withTags(everything), atLeast: 15 })),
  ...(await hiddenStatuses(page)),
];

/** Returns the axe violations in the dark theme, and the contrast violations in the light one. */
export const violations = async (page: Page): Promise<string[]> => [
  ...(await violationsAt(page, 'dark')),
  ...(await runAxe(page, {
    theme: 'light',
    rules: (axe) => axe.withRules(['color-contrast', 'link-in-text-block']),
    atLeast: 0,
  })),
];
