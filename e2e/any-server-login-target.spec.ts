import { expect, human, main, test } from './any-server';

test('where a login leads is not chosen by its address', async ({ page, api }) => {
  api.answer('POST /api/token/', { body: { access: 'a.b.c', refresh: 'r' } });
  api.answer('GET /api/me/', { body: {} });
  const evil = '//evil.example/';
  await page.goto(
    `/login?${['next', 'redirect', 'returnTo', 'url'].map((name) => `${name}=${evil}`).join('&')}#${evil}`,
  );
  await page.getByLabel('Email').fill('player@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await human(page);
  await main(page).getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL('/');
});
