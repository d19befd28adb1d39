import { demo } from 'api/demo';
import {
  chooseService,
  fillBooking,
  fillRegistration,
  logIn,
  newAddress,
  pay,
  pickSlot,
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
  const getSteps = (service: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByText(service) })
      .locator('ol > li');
  const reached = page.locator('[data-reached]');

  await page.goto('/booking/1');
  await fillBooking(page, 'timeline#1');
  await pickSlot(page, 4);
  await pay(page);
  const success = page.url();
  const timed = getSteps('One-on-one coaching');
  await page.goto('/sessions');
  await expect(timed).toHaveText(['Booked', 'Paid', 'Joined', 'Completed', 'Reviewed']);
  await expect(timed.and(reached)).toHaveText(['Booked', 'Paid']);
  await expect(page.getByRole('main').getByText('confirmed')).toBeVisible();

  await page.goto(success);
  await page.getByRole('button', { name: 'Connect Discord & Join Channel' }).click();
  await page.getByLabel('Your name').fill('timeline_kim');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByText('Discord connected as timeline_kim.')).toBeVisible();
  await page.goto('/sessions');
  await expect(timed.and(reached)).toHaveText(['Booked', 'Paid', 'Joined']);

  // a coach can complete a recorded review at once, and students join no channel for it
  await page.goto('/booking/1');
  await chooseService(page, 'Recorded match review');
  await fillBooking(page, 'timeline#2');
  const number = await pay(page);
  const recorded = getSteps('Recorded match review');
  await page.goto('/sessions');
  await expect(recorded).toHaveText(['Booked', 'Paid', 'Completed', 'Reviewed']);
  await expect(recorded.and(reached)).toHaveText(['Booked', 'Paid']);
  await page.getByRole('button', { name: 'Sign Out' }).click();

  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto(`/coach/bookings/${number}`);
  await page.getByLabel('Update Status').selectOption('completed');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Status updated')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();

  await logIn(page, address);
  await page.goto('/sessions');
  await expect(recorded.and(reached)).toHaveText(['Booked', 'Paid', 'Completed']);
  await page.getByRole('button', { name: 'Leave a Review' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(recorded.and(reached)).toHaveText(['Booked', 'Paid', 'Completed', 'Reviewed']);
});
