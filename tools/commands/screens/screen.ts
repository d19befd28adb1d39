import type { Page, Route } from 'playwright';

export interface Screen {
  name: string;
  /** Owner of the browser context, which is shared between screens. */
  who: 'visitor' | 'newcomer' | 'student' | 'coach' | 'operator';
  open(page: Page, sandbox: string): Promise<void>;
  /** Temporary state: reopen it for each picture. */
  passes?: boolean;
  /** Prepares a picture of the viewport instead of the full page. */
  window?(page: Page): Promise<void>;
  leave?(page: Page): Promise<void>;
}

const apiPaths = '**/api/**';

export function withoutApi(
  name: string,
  who: Screen['who'],
  go: (page: Page) => Promise<unknown>,
): Screen[] {
  const without = (state: string, answer: (route: Route) => unknown): Screen => ({
    name: `${name}-${state}`,
    who,
    passes: state === 'loading',
    async open(page) {
      await page.route(apiPaths, answer);
      await go(page);
      await page.waitForTimeout(1500);
    },
    leave: (page) => page.unroute(apiPaths),
  });
  return [
    without('loading', () => {}),
    without('error', (route) => route.fulfill({ status: 500, json: {} })),
  ];
}
