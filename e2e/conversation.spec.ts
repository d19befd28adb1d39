import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import {
  chooseService,
  fillBooking,
  openAsCoach,
  pay,
  pickSlot,
  signIn,
} from './support/site/actions';
import { expect, test } from './support/site/fixtures';
import { canPassTime } from './support/site/pass-time';
import { writeMessages } from './support/site/write-messages';

const REPLAY = {
  name: 'match.dem',
  mimeType: 'text/html',
  buffer: Buffer.from('PBDEMS2\0 a match'),
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
  await expect(page.getByText(/^\d+ B$/)).toBeVisible(); // uploaded
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

test('keeps both pages when the student asks for a refund', { tag: ['@ours'] }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/booking/1');
  await chooseService(page, 'Recorded match review');
  await fillBooking(page, 'refund#1');
  const number = await pay(page);
  await page.goto(`/sessions/${number}`);
  const { coach, close } = await openAsCoach(page, number);
  await coach.getByLabel('Result').fill('https://example.com/review');
  await coach.getByRole('button', { name: 'Deliver result' }).click();
  await coach.getByRole('button', { name: 'Confirm' }).click();
  await expect(coach.getByText(/^Money-back guarantee until/)).toBeVisible();
  await coach.getByLabel(/^Message to/).fill('Half a message');
  await page.getByRole('button', { name: 'Leave a Review' }).click();
  await page.getByLabel('Comment').fill('Half a review');
  await page.getByRole('button', { name: 'Request a refund' }).click();
  await page.getByLabel('What went wrong?').fill('No sound.');
  const titles = [page, coach].map((one) => one.getByRole('heading', { name: 'History' }));
  const marks = await Promise.all(titles.map((title) => title.elementHandle()));
  await page.getByRole('button', { name: 'Send Request' }).click();
  await expect(page.getByText(/^We're refunding your payment/)).toBeVisible();
  await expect(page.getByText(/^Not satisfied\?/)).toBeHidden();
  await expect(coach.getByText(/^Money-back guarantee until/)).toBeHidden();
  for (const mark of marks) expect(await mark?.evaluate((title) => title.isConnected)).toBe(true);
  await expect(coach.getByLabel(/^Message to/)).toHaveValue('Half a message');
  await page.getByRole('button', { name: 'Leave a Review' }).click();
  await expect(page.getByLabel('Comment')).toHaveValue('Half a review');
  await close();
});

test("keeps the reader's place in a long conversation", { tag: ['@ours'] }, async ({
  page,
  site,
}) => {
  test.skip(!canPassTime(site), 'needs the database');
  await signIn(page);
  await page.goto('/booking/1');
  await chooseService(page, 'Recorded match review');
  await fillBooking(page, 'long#1');
  const number = await pay(page);
  await writeMessages(site, Number(number), 70);
  await page.goto(`/sessions/${number}`);
  const log = page.getByRole('log', { name: 'Messages' });
  const isShown = async (text: string) => {
    await log.scrollIntoViewIfNeeded();
    await expect(log.getByText(text, { exact: true })).toBeInViewport();
  };
  await isShown('Message 70');
  await log.evaluate((element) => element.scrollTo(0, 0));
  await isShown('Message 21');
  await page.getByRole('button', { name: 'Show earlier messages' }).click();
  await expect(log.getByText('Message 1', { exact: true })).toBeAttached();
  await isShown('Message 21');
  const { coach, close } = await openAsCoach(page, number);
  await write(coach, 'A new one.');
  await expect(log.getByText('A new one.')).toBeAttached();
  await isShown('Message 21');
  await write(page, 'My own one.');
  await isShown('My own one.');
  await close();
});
