import { demo } from 'api/demo';
import type { Page } from 'playwright';
import { book, logIn } from './people';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

/** The provider may take a moment on a busy machine. */
const REFUND = /^(Your|We're refunding your) payment of/;
const numbers = { discussed: '', delivered: '', open: '' };
/** Number of the upcoming session with messages; after {@link fillWeek}. */
export const discussedBooking = () => numbers.discussed;
export const deliveredBooking = () => numbers.delivered;
export const openBooking = () => numbers.open;

export async function fillWeek(page: Page): Promise<void> {
  numbers.discussed = await book(page, { service: 'Team coaching', day: 4 });
  const cancelled = await book(page, { day: 5 });
  numbers.delivered = await bookReview(page, 'https://example.com/watch/8841');
  const plan = await book(page, { service: 'Four-week training plan', day: null });
  numbers.open = await bookReview(page, 'https://example.com/watch/9026');
  const coach = await openAsCoach(page);
  await complete(coach, plan);
  await deliver(coach, numbers.delivered);
  await discuss(page, coach, numbers.discussed);
  await coach.close();
  await page.goto('/sessions');
  await cancel(page, cancelled);
  await refund(page, 'Four-week training plan');
}

const bookReview = (page: Page, link: string) =>
  book(page, {
    service: 'Recorded match review',
    day: null,
    details: `The second map of last night: ${link}`,
  });

async function openAsCoach(page: Page): Promise<Page> {
  const baseURL = new URL(page.url()).origin;
  const coach = await page.context().browser()?.newPage({ baseURL });
  if (!coach) throw new Error('the page has no browser');
  await logIn(coach, demo.coach);
  return coach;
}

async function complete(coach: Page, number: string): Promise<void> {
  await coach.goto(`/coach/bookings/${number}`);
  await coach.getByLabel('Update Status').selectOption('completed');
  await coach.getByRole('button', { name: 'Confirm' }).click();
  await coach.getByText('Status updated').waitFor();
}

const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

async function deliver(coach: Page, number: string): Promise<void> {
  await coach.goto(`/coach/bookings/${number}`);
  const form = coach.locator('form', { has: coach.getByLabel('Result') });
  await coach
    .getByLabel('Result')
    .fill(
      'Watch your spacing from 12:40 on. Three rounds are marked: https://example.com/review/8841',
    );
  await form
    .getByLabel('Files', { exact: true })
    .setInputFiles(file('review.pdf', '%PDF-1.7 plan'));
  await form.getByText(/^\d+ B$/).waitFor(); // uploaded
  await coach.getByRole('button', { name: 'Deliver result' }).click();
  await coach.getByRole('button', { name: 'Confirm' }).click();
  await coach.getByRole('button', { name: 'Send result' }).waitFor();
}

async function discuss(page: Page, coach: Page, number: string): Promise<void> {
  await coach.goto(`/coach/bookings/${number}`);
  await page.goto(`/sessions/${number}`);
  await write(page, 'Hi Nova! We keep losing our retakes on B. Can we look at those first?');
  await coach.getByRole('log').getByText('Hi Nova!').waitFor();
  await write(
    coach,
    'Sure. Send me a replay where it goes wrong, and I will watch it before we start.',
  );
  await page.getByRole('log').getByText('Sure.').waitFor();
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles(file('mirage-retakes.dem', 'PBDEMS2\0 a match'));
  await page.getByText(/^\d+ B$/).waitFor();
  await write(page, 'Here it is, rounds 14 to 17: https://example.com/match/5512');
  await coach.getByRole('log').getByText('Here it is').waitFor();
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel(/^Message to/).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

async function cancel(page: Page, number: string): Promise<void> {
  const calendar = page.locator(`a[href*="/calendar/${number}/"]`);
  const card = cards(page).filter({ has: calendar });
  await card.getByRole('button', { name: 'Cancel session' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
  await page.getByText(REFUND).first().waitFor();
}

async function refund(page: Page, service: string): Promise<void> {
  const card = cards(page).filter({ hasText: service }).first();
  await card.getByRole('button', { name: 'Request a refund' }).click();
  await page.getByLabel('What went wrong?').fill('We lost the sound after ten minutes.');
  await page.getByRole('button', { name: 'Send Request' }).click();
  await card.getByText(REFUND).waitFor();
}
