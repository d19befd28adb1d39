import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { chooseService, fillBooking, logIn, pay, pickSlot, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const REPLAY = {
  name: 'match.dem',
  mimeType: 'text/html',
  buffer: Buffer.from('PBDEMS2\0 a match'),
};

/** Opens the page of a booking as its coach, in a browser of its own. */
const openAsCoach = async (page: Page, number: string) => {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('no browser');
  const coach = await context.newPage();
  await logIn(coach, demo.coach.email, demo.coach.password);
  await coach.goto(`/coach/bookings/${number}`);
  return { coach, close: () => context.close() };
};

const write = async (page: Page, text: string) => {
  await page.getByLabel(/^Message to/).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

test('both sides write and send a replay without a reload', { tag: ['@ours'] }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'writing#1');
  await pickSlot(page, 4, 2);
  const number = await pay(page);
  await page.goto('/sessions');
  await page.getByRole('link', { name: `View session ${number}` }).click();
  await expect(page.getByRole('heading', { name: `Booking ${number}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Discord & Join Channel' })).toBeVisible();
  const { coach, close } = await openAsCoach(page, number);

  await write(page, 'Here is the match.');
  await expect(coach.getByText('Here is the match.')).toBeVisible();
  await write(coach, 'Send the replay, please.');
  await expect(page.getByText('Send the replay, please.')).toBeVisible();
  await expect(page.getByText('Seen')).toBeVisible();

  await page.getByLabel('Files', { exact: true }).setInputFiles(REPLAY);
  await expect(page.getByText('1 KB')).toBeVisible(); // uploaded
  await page.getByLabel(/^Message to/).fill('This one.');
  await page.reload();
  await expect(page.getByLabel(/^Message to/)).toHaveValue('This one.');
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
  const download = coach.waitForEvent('download');
  await coach.getByRole('button', { name: 'Download match.dem' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('match.dem');
  expect(readFileSync(await file.path())).toEqual(REPLAY.buffer);
  await expect(coach.getByText('This one.')).toHaveCount(1);
  for (const one of [page, coach])
    expect((await new AxeBuilder({ page: one }).include('main').analyze()).violations).toEqual([]);
  await close();
});

test('delivers a recorded review, which starts the guarantee', { tag: ['@ours', '@full'] }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/booking/1');
  await chooseService(page, 'Recorded match review');
  await fillBooking(page, 'deliver#1');
  const number = await pay(page);
  await page.goto(`/sessions/${number}`);
  await expect(page.getByRole('heading', { name: 'No set time' })).toBeVisible();
  await expect(page.getByText('How to join')).toHaveCount(0);
  const { coach, close } = await openAsCoach(page, number);
  await coach.getByLabel('Result').fill('https://example.com/review');
  await coach.getByRole('button', { name: 'Deliver result' }).click();
  await coach.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your result' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request a refund' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave a Review' }).click();
  await expect(page.getByLabel('Rating')).toBeVisible();
  await close();
});
