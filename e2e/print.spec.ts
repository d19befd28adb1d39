import { fillBooking, pickSlot, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

test('prints the facts of a paid booking without controls', {
  tag: ['@ours', '@full', '@extra-32'],
}, async ({ page }) => {
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'print#1');
  await pickSlot(page, 3, 3);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText(/\(GMT[+-]\d\d:\d\d\)/)).toBeVisible();
  for (const words of ['Nova', 'One-on-one coaching', '60 minutes', '$25.00'])
    await expect(main.getByText(words, { exact: true }).last()).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  const ink = await main
    .getByText('$25.00', { exact: true })
    .evaluate((paid) => getComputedStyle(paid).color);
  expect(Math.max(...(ink.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number))).toBeLessThan(64);
});
