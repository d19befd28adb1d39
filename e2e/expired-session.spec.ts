import { demo } from 'api/demo';
import type { BrowserContext, Page } from 'playwright/test';
import { fillBooking, logIn, pay, pickSlot, settled, signIn } from './support/site/actions';
import { expect, type Site, test } from './support/site/fixtures';

/** Ends the session on the server, as a sign-out on another device does. The page does not know yet. */
async function endSession(page: Page, site: Site): Promise<void> {
  const refresh = await page.evaluate(() => localStorage.getItem('refresh'));
  const { ok } = await fetch(`${site.urls.api}/api/token/revoke/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  expect(ok).toBe(true);
}

const noticeOn = (page: Page) =>
  page.getByText("You've been signed out, but what you typed is still here.");

/** Follows the link of the notice, which opens a tab. */
async function openLogin(page: Page, context: BrowserContext): Promise<Page> {
  const [login] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Log in again in a new tab' }).click(),
  ]);
  await expect(login).toHaveURL(/\/login$/);
  await settled(login);
  return login;
}

const renewal = '401 /api/token/refresh/';

test('keeps hours that a coach typed until they are saved', {
  tag: ['@ours', '@extra-24'],
}, async ({ page, context, site, expectErrors }) => {
  expectErrors('401 /api/coach/availability/', renewal);
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/availability');
  const ahead = page.getByLabel('Days ahead');
  await ahead.fill('41');
  await endSession(page, site);
  await page.getByRole('button', { name: 'Save availability' }).click();
  await expect(noticeOn(page)).toBeInViewport();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please try again.');
  await expect(ahead).toHaveValue('41');
  const login = await openLogin(page, context);
  await logIn(login, demo.coach.email, demo.coach.password);
  await login.close();
  await expect(noticeOn(page)).toBeHidden();
  await page.getByRole('button', { name: 'Save availability' }).click();
  await expect(page.getByText('Availability saved.')).toBeVisible();
  await page.reload();
  await expect(ahead).toHaveValue('41');
});

test('keeps a typed profile when another tab notices first', {
  tag: ['@ours', '@extra-24'],
}, async ({ page, context, site, expectErrors, allowErrors }) => {
  expectErrors(renewal);
  allowErrors(/401 \/api\/[\w/-]+/);
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/profile');
  const description = page.getByLabel('Description');
  await description.fill('Written over an hour.');
  await endSession(page, site);
  const other = await context.newPage();
  await other.goto('/coach-dashboard');
  await expect(other).toHaveURL(/\/login$/);
  await expect(noticeOn(page)).toBeVisible();
  await expect(description).toHaveValue('Written over an hour.');
  await logIn(other, demo.coach.email, demo.coach.password);
  await expect(noticeOn(page)).toBeHidden();
  await expect(description).toHaveValue('Written over an hour.');
});

test('hides what the first person typed from the next one', {
  tag: ['@ours', '@fault-11.5'],
}, async ({ page, context, site, expectErrors, allowErrors }) => {
  expectErrors('401 /api/coach/profile/', renewal);
  allowErrors(/403 \/api\/[\w/-]+/, /404 \/api\/[\w/-]+/);
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/profile');
  await page.getByLabel('Description').fill('Only for the coach.');
  await endSession(page, site);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(noticeOn(page)).toBeVisible();
  const login = await openLogin(page, context);
  await signIn(login);
  await expect(page.getByLabel('Description')).toBeHidden();
  await expect(page.getByText('This page is for coaches.')).toBeVisible();
  expect(await page.content()).not.toContain('Only for the coach.');
});

test('keeps the message of a student as a draft', {
  tag: ['@ours', '@extra-24'],
}, async ({ page, site, expectErrors, allowErrors }) => {
  expectErrors(renewal);
  allowErrors(/401 \/api\/[\w/-]+/);
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'expired#1');
  await pickSlot(page, 4);
  await pay(page);
  await page.goto('/sessions');
  await page
    .getByRole('link', { name: /^View session/ })
    .first()
    .click();
  const message = page.getByLabel(/^Message to/);
  await message.fill('A long question about my last match.');
  const address = page.url();
  await endSession(page, site);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page);
  await page.goto(address);
  await expect(message).toHaveValue('A long question about my last match.');
});
