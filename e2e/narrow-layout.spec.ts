// Layout of texts that users write, and of messages, on phones and wide windows.
import { demo } from 'api/demo';
import type { Locator, Page } from 'playwright/test';
import { beyondWindow } from './support/pages/sideways';
import { bookAndPay, logIn, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

/** Number of lines that a text of the page takes. */
const countLines = (element: Locator, text: string): Promise<number> =>
  element.evaluate((root, text) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(text) ?? -1;
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + text.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }
    return 0;
  }, text);

test('keeps a hyphenated word of a service on one line', { tag: '@ours' }, async ({ page }) => {
  await bookAndPay(page, 'kim#1');
  await page.goto('/sessions');
  await page.locator('main a[href^="/sessions/"]').first().click();
  const title = page.getByRole('heading', { level: 1, name: 'One-on-one coaching' });
  await expect(title).toBeVisible();
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await countLines(title, 'One-on-one')]).toEqual([width, 1]);
  }
});

test('explains wrong days off below the dates', { tag: '@ours' }, async ({ page }) => {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/availability');
  const date = page.getByLabel('Date', { exact: true });
  await date.fill('2020-01-01');
  const problem = page.getByText('Choose today or a later day.');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [field, text] = await Promise.all([date.boundingBox(), problem.boundingBox()]);
    expect(text?.x).toBe(field?.x);
    expect(text?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
  }
});

/** Returns the number of the student's first booking. */
async function readBookingNumber(page: Page): Promise<string> {
  await page.goto('/sessions');
  const link = page.locator('main a[href^="/sessions/"]').first();
  return (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
}

test('shows facts of a booking below their names on a phone', { tag: '@ours' }, async ({
  page,
}) => {
  await bookAndPay(page, 'kim#1');
  const id = await readBookingNumber(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.route(`**/api/bookings/${id}/`, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), refund_reason: 'I was ill.' };
    await route.fulfill({ response, json });
  });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/coach/bookings/${id}`);
  const [name, fact] = await Promise.all([
    page.getByText('Reason for the refund').boundingBox(),
    page.getByText('I was ill.').boundingBox(),
  ]);
  expect(fact?.x).toBe(name?.x);
  expect(fact?.y).toBeGreaterThan(name?.y ?? 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('wraps a long name in the label of a message', { tag: '@ours' }, async ({ page }) => {
  await bookAndPay(page, 'kim#1');
  const rename = async (name: string) => {
    await page.goto('/account');
    await page.getByLabel('Name that coaches see').fill(name);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText(/^Coaches see you as .+(?<! now)\.$/)).toBeVisible();
  };
  await rename('x'.repeat(80));
  const id = await readBookingNumber(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/coach/bookings/${id}`);
  await expect(page.getByLabel(/^Message to x+$/)).toBeVisible();
  expect(await beyondWindow(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page);
  await rename('');
});

test('keeps the form that moves a session in the window', { tag: '@ours' }, async ({ page }) => {
  await bookAndPay(page, 'kim#1');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Move session' }).first().click();
  await expect(page.getByRole('button', { name: 'Move to this time' })).toBeVisible();
  expect(await beyondWindow(page)).toEqual([]);
});
