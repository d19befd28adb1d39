import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { logIn, newAddress, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const expireAccess = (page: Page) =>
  page.evaluate(() => {
    const [head, , tail] = (localStorage.getItem('access') ?? '').split('.');
    localStorage.setItem('access', `${head}.${btoa(JSON.stringify({ exp: 1 }))}.${tail}`);
  });

test('survives a reload without a flash and ends in every tab', {
  tag: ['@spec-1.1', '@spec-2.48', '@spec-4.5', '@extra-24'],
}, async ({ page, context }) => {
  await signIn(page);
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    const look = () => {
      for (const link of document.querySelectorAll('header a, header button')) {
        if ((link as HTMLElement).offsetParent) seen.add(link.textContent ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(() => [
    ...(globalThis as unknown as { seen: Set<string> }).seen,
  ]);
  expect(seen).toContain('Sign Out');
  expect(seen).not.toContain('Register');

  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible();
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => ['access', 'refresh'].includes(key)),
    ),
  ).toEqual([]);
});

test('refreshes an expired token once for five tabs', {
  tag: ['@fault-D2', '@extra-24'],
}, async ({ page, context, expectErrors, allowErrors }) => {
  expectErrors('401 /api/me/');
  allowErrors('401 /api/my-sessions/');
  await signIn(page);
  let refreshes = 0;
  await context.route('**/api/token/refresh/', async (route) => {
    if (route.request().method() === 'POST') refreshes++;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await expireAccess(page);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/sessions')));
  for (const tab of tabs)
    await expect(tab.getByRole('heading', { name: 'My Sessions' })).toBeVisible();
  for (const tab of tabs)
    await expect(tab.getByText(/You have no booked sessions yet\.|mins/).first()).toBeVisible();
  expect(refreshes).toBe(1);
});

test('keeps the page while the renewal fails', {
  tag: ['@fault-D4', '@extra-24'],
}, async ({ page, expectErrors }) => {
  expectErrors('401 /api/me/', '401 /api/my-sessions/', '503 /api/token/refresh/');
  await signIn(page);
  await expireAccess(page);
  const headers = { 'access-control-allow-origin': '*' };
  await page.route('**/api/token/refresh/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, headers })
      : route.continue(),
  );
  await page.goto('/sessions');
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expect(page).toHaveURL('/sessions');
  await page.unroute('**/api/token/refresh/');
  await retry.click();
  await expect(retry).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'My Sessions' })).toBeVisible();
  await expect(page.getByText("We couldn't load your sessions.")).toHaveCount(0);
});

test('sends no token to other origins or in addresses', {
  tag: ['@spec-6.8', '@spec-7.1', '@fault-D7'],
}, async ({ page, site }) => {
  const leaks: string[] = [];
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization && !request.url().startsWith(site.urls.api)) leaks.push(request.url());
    if (/eyJ[\w-]+\.eyJ/.test(request.url())) leaks.push(request.url());
  });
  await signIn(page);
  await page.goto('/sessions');
  await page.goto('/booking/1');
  await page.waitForLoadState('networkidle');
  expect(leaks).toEqual([]);
});

test('redirects the dashboard by role', {
  tag: ['@ours', '@spec-2.22', '@spec-6.5'],
}, async ({ page }) => {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/coach-dashboard');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, demo.student.email, demo.student.password);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/sessions');
});

test('shows the wait after ten wrong passwords and keeps the text', {
  tag: ['@ours', '@extra-x2'],
}, async ({ page, expectErrors }) => {
  expectErrors('401 /api/token/', '429 /api/token/');
  await page.goto('/login');
  const main = page.getByRole('main');
  const logInButton = main.getByRole('button', { name: 'Login' });
  const address = newAddress();
  await page.getByLabel('Email').fill(address);
  const wait = main.getByText('Too many attempts. Please try again in 15 minutes.');
  for (let time = 0; time < 10; time++) {
    await page.getByLabel('Password', { exact: true }).fill(`Wrong-${time}!`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/token/'));
    await logInButton.click();
    expect((await answered).status()).toBe(401);
    await expect(main.getByText('Invalid email or password.')).toBeVisible();
    await expect(wait).toHaveCount(0);
  }
  await logInButton.click();
  await expect(wait).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(address);
});

for (const [role, path] of [
  ['student', '/sessions/1'],
  ['coach', '/coach/bookings/1'],
] as const)
  test(`leads a ${role} from a mail back to ${path} after the login`, {
    tag: '@ours',
  }, async ({ page, allowErrors }) => {
    allowErrors('404 /api/bookings/1/'); // another student's, or nobody's
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await logIn(page, demo[role].email, demo[role].password);
    await page.getByRole('link', { name: 'Continue to booking 1' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue to booking 1' })).toHaveCount(0);
  });
