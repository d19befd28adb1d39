import { expect, test } from './any-server';

test('a server without texts of the operator: each page says so and is not found', async ({
  page,
  expectErrors,
}) => {
  for (const path of ['/terms', '/privacy', '/refunds', '/imprint']) {
    expectErrors(`404 ${path}`);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('This site has not published this text yet.')).toBeVisible();
  }
});
