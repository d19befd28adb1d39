import { demo } from 'api/demo';
import { chooseService, fillBooking, logIn, pickSlot, signIn } from './actions';
import { expect, test } from './fixtures';

test('a student cancels in time and asks for the guarantee', {
  tag: ['@ours', '@full'],
}, async ({ page }) => {
  const list = page.getByRole('main').getByRole('listitem');
  const pay = async () => {
    await page.getByRole('button', { name: 'Book Now' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    const number = /\d+/.exec((await page.getByText(/^\/claim \d+$/).textContent()) ?? '')?.[0];
    await page.goto('/sessions');
    return number;
  };
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'cancel#1');
  await pickSlot(page, 5, 1);
  await expect(page.getByText('Free to cancel until 12 hours before.')).toBeVisible();
  await pay();
  await page.getByRole('button', { name: 'Cancel session' }).first().click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'you get the whole payment of $25.00 back',
  );
  await page.getByRole('button', { name: 'Confirm' }).click();
  const back = list.filter({
    hasText: /Your payment of \$25\.00 (goes back to you|has been returned)/,
  });
  await expect(back).toContainText('cancelled');
  await page.reload();
  await expect(back).toContainText('cancelled');

  await page.goto('/booking/1');
  await chooseService(page, 'Recorded match review');
  await fillBooking(page, 'guarantee#1');
  await expect(page.getByText('Free to cancel')).toHaveCount(0);
  const number = await pay();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto(`/coach/bookings/${number}`);
  await page.getByLabel('Update Status').selectOption('completed');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Status updated')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page);
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Request a refund' }).click();
  await page.getByLabel('What went wrong?').fill('No sound.');
  await page.getByRole('button', { name: 'Send Request' }).click();
  await expect(list.filter({ hasText: /Your payment of \$18\.00 goes back to you/ })).toContainText(
    'completed',
  );
});
