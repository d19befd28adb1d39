import { offer } from '../support/any-server/offer';
import { expect, main, signedIn, test } from '../support/any-server/site';

test('closes the game sheet with a tap outside only', {
  tag: ['@extra-26', '@extra-B4'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  const sheet = page.getByRole('dialog', { name: 'Select your game' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Select your game' }).click();
    await expect(sheet).toBeVisible({ timeout: 500 });
  }).toPass();
  await sheet.getByRole('heading').click();
  await expect(sheet).toBeVisible();
  await page.mouse.click(195, 40);
  await expect(sheet).toBeHidden();
});

test('links a game without a coach to games with one', { tag: ['@extra-27'] }, async ({
  page,
  api,
}) => {
  offer(api, 1);
  for (const game of ['lol', 'dota2', 'fortnite']) {
    await page.goto(`/${game}`);
    for (const [name, path] of [
      ['Counter-Strike 2', '/cs2'],
      ['Valorant', '/valorant'],
    ] as const)
      await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        path,
      );
  }
});

test('shows help in the same place on every page', {
  tag: ['@full', '@extra-36'],
}, async ({ page, api, expectErrors }) => {
  expectErrors('404 /nowhere');
  await signedIn(page);
  api.answer('GET /api/my-sessions/', { body: [] });
  api.answer('GET /api/bookings/', { body: [] });
  const pages = [
    '/',
    '/cs2',
    '/lol',
    offer(api, 39),
    '/booking-success',
    '/booking-cancelled',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/sessions',
    '/coach-dashboard',
    '/coach/bookings/1',
    '/nowhere',
  ];
  for (const path of pages) {
    await page.goto(path);
    const help = page.getByRole('contentinfo').getByRole('navigation', { name: 'Help' });
    await expect(help.getByRole('link').first(), path).toHaveText('Help on Discord');
  }
});
