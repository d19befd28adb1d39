import { fillRegistration, newAddress } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

test('keeps the page after a registration on reload and Back', async ({ page, context }) => {
  const address = newAddress();
  const heading = page.getByRole('heading', { level: 1, name: 'Check your email' });
  const written = page.getByText(`We've emailed ${address}.`);
  await page.goto('/register');
  await fillRegistration(page, address);
  await expect(page).toHaveURL('/register/done');
  await expect(page).toHaveTitle(/^Check your email/);
  await expect(heading).toBeFocused();
  await page.reload();
  await expect(written).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  await page.goForward();
  await expect(written).toBeVisible();

  const other = await context.newPage();
  await other.goto('/register/done');
  await expect(other.getByText('Open the link in that email to finish.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Resend verification email' })).toBeHidden();
});
