// The site against a minimal server with the specification's calls only.

import { type MinimalServer, startMinimalServer } from '@carry/releases/gates';
import type { Page } from 'playwright/test';
import { freePorts, fromSource, startService } from 'workspace/process';
import { publishedStore } from '../site/global-setup';
import { test as base } from '../site/guard';

interface World {
  api: MinimalServer;
  url: string;
}

/** Runs each test on a site with the minimal server and fakes of the captcha and payment scripts. */
export const test = base.extend<{ api: MinimalServer }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const api = await startMinimalServer();
      const [port = 0] = await freePorts();
      const url = `http://localhost:${port}`;
      const env = {
        PORT: String(port),
        API_URL: api.url,
        SITE_URL: url,
        RELEASES_STORE: publishedStore,
        SITE_SETTINGS: JSON.stringify({
          texts: 'none',
          recaptchaSiteKey: 'site-key',
          stripePublishableKey: 'pk_test_sample',
        }),
      };
      const site = await startService({
        name: 'site',
        program: fromSource('shell/server/main.ts'),
        env,
        readyUrl: `${url}/healthz`,
      });
      await use({ api, url });
      await site.stop();
      api.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
  api: [
    async ({ world, allowErrors }, use) => {
      world.api.reset();
      await use(world.api);
      allowErrors(...world.api.refusals); // the test configured these failures
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    // Fake of Google's widget: a click solves it.
    await page.route('https://www.google.com/recaptcha/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `let n = 0; const widgets = [];
          window.grecaptcha = {
            ready: (then) => then(),
            render: (box, options) => {
              const button = document.createElement('button');
              button.type = 'button';
              button.textContent = 'I am human';
              button.onclick = () => { button.textContent = 'Solved'; options.callback('token-' + ++n); };
              box.append(button);
              box.dataset.theme = options.theme;
              window.expireCaptcha = options['expired-callback'];
              window.breakCaptcha = options['error-callback'];
              widgets.push(button);
              return widgets.length - 1;
            },
            reset: (id) => { widgets[id].textContent = 'I am human'; },
          };`,
      }),
    );
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.Stripe = () => ({ _registerWrapper() {}, registerAppInfo() {}, redirectToCheckout: async ({ sessionId }) => { location.hash = sessionId; return {}; } });`,
      }),
    );
    await use(page);
  },
});

export const human = (page: Page) => page.getByRole('button', { name: 'I am human' }).click();
export const signedIn = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('access', 'opaque-token'));
export const main = (page: Page) => page.getByRole('main');
/** Calls that change something; pages and the shell read at any time. */
export const writes = ({ calls }: MinimalServer): MinimalServer['calls'] =>
  calls.filter(({ call }) => !call.startsWith('GET '));
export { expect } from '../site/guard';
export type { MinimalServer };
