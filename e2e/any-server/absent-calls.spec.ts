// A server with the specification's calls only lacks some of ours.
import { expect, main, signedIn, test } from '../support/any-server/site';

test('responds 404 for legal pages without texts', {
  tag: ['@extra-35'],
}, async ({ page, expectErrors }) => {
  for (const path of ['/terms', '/privacy', '/refunds', '/imprint']) {
    expectErrors(`404 ${path}`);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByText("We haven't published this page yet.")).toBeVisible();
  }
});

test('explains missing account calls and sends visitors to the login', {
  tag: ['@extra-35'],
}, async ({ page, api }) => {
  await page.goto('/account');
  await expect(page).toHaveURL('/login');
  await signedIn(page);
  for (const answer of [{ status: 404 }, { body: { anything: 'else' } }]) {
    api.answer('GET /api/account/', answer);
    await page.goto('/account');
    await expect(page.getByText("You can't change your account here yet.")).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'My Sessions' })).toBeVisible();
  }
  api.answer('GET /api/account/', { status: 500 });
  await page.goto('/account');
  await expect(page.getByText('Unable to load your account.')).toBeVisible();
  api.answer('GET /api/account/', { status: 404 });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText("You can't change your account here yet.")).toBeVisible();
});

test('explains missing coach pages', { tag: ['@extra-13'] }, async ({ page }) => {
  await signedIn(page);
  for (const path of [
    '/coach/availability',
    '/coach/profile',
    '/coach/reviews',
    '/coach/waiting-list',
  ]) {
    await page.goto(path);
    await expect(page.getByText("This page isn't available on this site.")).toBeVisible();
  }
});
