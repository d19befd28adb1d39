import { demo } from 'api/demo';
import type { Page } from 'playwright';
import { book, logIn } from './people';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Creates upcoming, completed, canceled and refunded bookings. */
export async function fillWeek(page: Page): Promise<void> {
  await book(page, { service: 'Team coaching', day: 4 });
  const cancelled = await book(page, { day: 5 });
  const review = await book(page, {
    service: 'Recorded match review',
    day: null,
    details: 'The second map of last night: https://example.com/watch/8841',
  });
  const plan = await book(page, { service: 'Four-week training plan', day: null });
  await complete(page, [review, plan]);
  await page.goto('/sessions');
  await cancel(page, cancelled);
  await refund(page, 'Four-week training plan');
}

/** Completes bookings as their coach. */
async function complete(page: Page, numbers: string[]): Promise<void> {
  const baseURL = new URL(page.url()).origin;
  const coach = await page.context().browser()?.newPage({ baseURL });
  if (!coach) throw new Error('the page has no browser');
  await logIn(coach, demo.coach);
  for (const number of numbers) {
    await coach.goto(`/coach/bookings/${number}`);
    await coach.getByLabel('Update Status').selectOption('completed');
    await coach.getByRole('button', { name: 'Confirm' }).click();
    await coach.getByText('Status updated').waitFor();
  }
  await coach.close();
}

async function cancel(page: Page, number: string): Promise<void> {
  const calendar = page.locator(`a[href*="/calendar/${number}/"]`);
  const card = cards(page).filter({ has: calendar });
  await card.getByRole('button', { name: 'Cancel session' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page
    .getByText(/^Your payment of/)
    .first()
    .waitFor();
}

async function refund(page: Page, service: string): Promise<void> {
  const card = cards(page).filter({ hasText: service }).first();
  await card.getByRole('button', { name: 'Request a refund' }).click();
  await page.getByLabel('What went wrong?').fill('We lost the sound after ten minutes.');
  await page.getByRole('button', { name: 'Send Request' }).click();
  await card.getByText(/^Your payment of/).waitFor();
}
