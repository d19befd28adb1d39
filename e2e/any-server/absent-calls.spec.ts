// A server of the specification alone does not have all of our calls: the pages that need them say so.
import { expect, main, signedIn, test } from '../support/any-server/site';

test('a server without texts of the operator: each page says so and is not found', {
  tag: ['@extra-35'],
}, async ({ page, expectErrors }) => {
  for (const path of ['/terms', '/privacy', '/refunds', '/imprint']) {
    expectErrors(`404 ${path}`);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByText("We haven't published this page yet.")).toBeVisible();
  }
});

test('a server without accounts of this kind: the page says so, with a way on; a visitor goes to the login', {
  tag: ['@extra-35'],
}, async ({ page, api }) => {
  await page.goto('/account');
  await expect(page).toHaveURL('/login');
  await signedIn(page);
  for (const answer of [{ status: 404 }, { body: { anything: 'else' } }]) {
    api.answer('GET /api/account/', answer);
    await page.goto('/account');
    await expect(page.getByText('Accounts cannot be changed on this site yet.')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'My Sessions' })).toBeVisible();
  }
  api.answer('GET /api/account/', { status: 500 });
  await page.goto('/account');
  await expect(page.getByText('Unable to load your account.')).toBeVisible();
  api.answer('GET /api/account/', { status: 404 });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Accounts cannot be changed on this site yet.')).toBeVisible();
});

test('a server without pages for coaches: each says so', { tag: ['@extra-13'] }, async ({
  page,
}) => {
  await signedIn(page);
  for (const path of [
    '/coach/availability',
    '/coach/profile',
    '/coach/reviews',
    '/coach/waiting-list',
  ]) {
    await page.goto(path);
    await expect(page.getByText('this site does not offer it to your account')).toBeVisible();
  }
});
