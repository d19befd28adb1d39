import { demo } from 'api/demo';
import {
  chooseService,
  fillBooking,
  fillRegistration,
  logIn,
  newAddress,
  verify,
} from './support/site/actions';
import { expect, test } from './support/site/fixtures';

test('shows the progress of a session from booked to reviewed', {
  tag: ['@ours', '@full', '@extra-37'],
}, async ({ page, site }) => {
  const address = newAddress();
  await page.goto('/register');
  await fillRegistration(page, address);
  await verify(page, site, address);
  await logIn(page, address);
  await page.goto('/booking/1');
  await chooseService(page, 'Recorded match review');
  await fillBooking(page, 'timeline#1');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const claim = page.getByText(/^\/claim \d+$/);
  const number = /\d+/.exec((await claim.textContent()) ?? '')?.[0];
  const success = page.url();

  const steps = page.getByRole('main').getByRole('listitem').locator('ol > li');
  const reached = page.getByRole('main').getByRole('listitem').locator('ol > li[data-reached]');
  await page.goto('/sessions');
  await expect(steps).toHaveText(['Booked', 'Paid', 'Joined', 'Completed', 'Reviewed']);
  await expect(reached).toHaveText(['Booked', 'Paid']);
  await expect(page.getByRole('main').getByText('confirmed')).toBeVisible();

  await page.goto(success);
  await page.getByRole('button', { name: 'Connect Discord & Join Channel' }).click();
  await page.getByLabel('Your name').fill('timeline_kim');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByText('Discord connected as timeline_kim.')).toBeVisible();
  await page.goto('/sessions');
  await expect(reached).toHaveText(['Booked', 'Paid', 'Joined']);
  await page.getByRole('button', { name: 'Sign Out' }).click();

  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto(`/coach/bookings/${number}`);
  await page.getByLabel('Update Status').selectOption('completed');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Status updated')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();

  await logIn(page, address);
  await page.goto('/sessions');
  await expect(reached).toHaveText(['Booked', 'Paid', 'Joined', 'Completed']);
  await page.getByRole('button', { name: 'Leave a Review' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(reached).toHaveText(['Booked', 'Paid', 'Joined', 'Completed', 'Reviewed']);
});
