// A screen that is pictured.
import type { Page, Route } from 'playwright';

export interface Screen {
  name: string;
  /** Whose browser opens it; everybody's is kept from one screen to the next. */
  who: 'visitor' | 'newcomer' | 'student' | 'coach';
  open(page: Page, sandbox: string): Promise<void>;
  /** It does not last: it is opened anew for each picture. */
  passes?: boolean;
  /** It is pictured as the window shows it, after this. */
  window?(page: Page): Promise<void>;
  /** What must be undone before the next screen. */
  leave?(page: Page): Promise<void>;
}

const apiPaths = '**/api/**';

/** The same page while the API does not answer, and when it fails. */
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
