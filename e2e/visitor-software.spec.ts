// Translation, password managers and extensions must not break a page or count against its release.

import { demo } from 'api/demo';
import type { BrowserContext, Page } from 'playwright/test';
import { chooseZone, daysLoaded, pickSlot, settled, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

type Start = 'parsing' | 'parsed' | 'hydrated';

/** Wraps text in <font><font>, as browser translation does, and adds icons to inputs, as password managers do, also for later nodes. */
function visitorSoftware(start: Start): void {
  const foreign = (tag: string, ...content: (Node | string)[]) => {
    const element = document.createElement(tag);
    element.append(...content);
    return element;
  };
  const translate = (text: Text) => {
    const skipped = text.parentElement?.closest('script, style, template, font, [translate=no]');
    if (!text.data.trim() || skipped !== null) return;
    text.replaceWith(foreign('font', foreign('font', text.data)));
  };
  const addIcon = (input: Element) => {
    if (input.nextElementSibling?.hasAttribute('data-keeper-icon-root')) return;
    const icon = foreign('div');
    icon.setAttribute('data-keeper-icon-root', '');
    input.after(icon);
  };
  const look = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    if (root instanceof Text) found.push(root);
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    found.forEach(translate);
    if (root instanceof Element) {
      if (root.matches('input')) addIcon(root);
      root.querySelectorAll('input').forEach(addIcon);
    }
  };
  const begin = () => {
    for (const parent of [document.documentElement, document.body, document.querySelector('main')])
      parent?.append(foreign('assistant-panel'));
    look(document.documentElement);
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.isConnected) look(node);
    }).observe(document, { childList: true, subtree: true });
  };
  if (start === 'parsing')
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main')) return;
      observer.disconnect();
      begin();
    }).observe(document, { childList: true, subtree: true });
  else if (start === 'parsed') document.addEventListener('DOMContentLoaded', begin);
  else
    document.addEventListener('DOMContentLoaded', () =>
      new MutationObserver((_, observer) => {
        if (document.documentElement.dataset['hydrated'] === undefined) return;
        observer.disconnect();
        begin();
      }).observe(document.documentElement, { attributes: true }),
    );
}

function watchReports(context: BrowserContext): string[] {
  const failures: string[] = [];
  context.on('request', (request) => {
    if (!request.url().endsWith('/_shell/reports')) return;
    const { reports } = request.postDataJSON() as { reports: { kind: string }[] };
    failures.push(
      ...reports
        .filter(({ kind }) => kind !== 'used' && kind !== 'vital')
        .map((report) => JSON.stringify(report)),
    );
  });
  return failures;
}

const summary = (page: Page) => page.getByRole('complementary', { name: 'Your booking' });

for (const start of ['parsing', 'parsed', 'hydrated'] as const) {
  test(`works translated, with foreign nodes from ${start} on`, {
    tag: start === 'parsed' ? ['@full', '@fault-K6'] : ['@fault-K6'],
  }, async ({ page, context, site, allowErrors }) => {
    allowErrors('401 /api/token/');
    await site.restart('site', { REPORTS_SHARE: '1' });
    const failures = watchReports(context);
    await context.addInitScript(visitorSoftware, start);

    await page.goto('/');
    await expect(page.locator('main font').first()).toBeVisible();
    await page.locator('footer a[href="/cs2"]').click();
    await expect(page).toHaveURL(/\/cs2$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/cs2');
    await settled(page);

    await page.goto('/booking/1');
    await daysLoaded(page);
    await expect(summary(page)).toContainText('Not chosen yet');
    const price = summary(page).locator('small').first();
    await expect(price).toHaveText('$25 × 1 hour');
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(price).toHaveText('$25 × 2 hours');
    await expect(summary(page).locator('output')).toHaveText(/^\$50(\.00)?$/);
    const time = await pickSlot(page, 1);
    await expect(summary(page)).toContainText(time.replace(/\s/g, '\u00a0'));
    await expect(summary(page)).not.toContainText('Not chosen yet');
    await chooseZone(page, 'Asia/Tokyo');
    await expect(summary(page)).toContainText('Asia/Tokyo');
    await expect(page.getByRole('main')).not.toContainText('Europe/Berlin');

    await page.goto('/register');
    await expect(page.getByText('Verified as human.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible();

    await page.goto('/login');
    await expect(page.getByText('Verified as human.')).toBeVisible();
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
    await signIn(page);

    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    await page.goto('/');
    expect(failures).toEqual([]);
  });
}

/** Fills a field without an event, as some password managers do. */
const fillSilently = (page: Page, label: string, value: string) =>
  page
    .getByLabel(label, { exact: true })
    .evaluate((field: HTMLInputElement | HTMLTextAreaElement, value) => {
      field.value = value;
    }, value);

test('sends values that were filled in without an event', { tag: '@extra-B6' }, async ({
  page,
  site,
  server,
}) => {
  await page.goto('/lol');
  await fillSilently(page, 'Your email', 'silent@example.com');
  const waitlist = page.waitForRequest('**/api/waitlist/');
  await page.getByRole('button', { name: 'Tell me when a coach is available' }).click();
  expect((await waitlist).postDataJSON()).toMatchObject({ email: 'silent@example.com' });

  await page.goto('/login');
  await expect(page.getByText('Verified as human.')).toBeVisible();
  await fillSilently(page, 'Email', demo.student.email);
  await fillSilently(page, 'Password', demo.student.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();

  await page.goto('/booking/1');
  await fillSilently(page, 'Contact info', 'silent#1');
  await fillSilently(page, 'Details', 'Stuck in Gold.');
  await pickSlot(page, 2, 3);
  const booking = page.waitForRequest('**/api/create-booking/');
  await page.getByRole('button', { name: 'Book Now' }).click();
  expect((await booking).postDataJSON()).toMatchObject(
    server === 'ours' ? { contact_info: 'silent#1', details: 'Stuck in Gold.' } : {},
  );
  await page.waitForURL((url) => url.origin !== site.urls.site);
});
