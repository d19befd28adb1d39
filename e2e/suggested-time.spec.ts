import AxeBuilder from '@axe-core/playwright';
import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { fillBooking, mailTo, openAsCoach, pay, pickSlot, signIn } from './support/site/actions';
import { expect, startSite, test } from './support/site/fixtures';

/** Suggests the first time of a day as the coach; returns it (ISO 8601). */
async function suggest(coach: Page, day: number): Promise<string> {
  await coach.getByRole('button', { name: 'Suggest another time' }).click();
  await coach
    .getByRole('button', { name: /, \d+ times$/ })
    .nth(day)
    .click();
  const choice = coach.getByRole('radio').first();
  await choice.check();
  const start = await choice.inputValue();
  await coach.getByRole('button', { name: 'Send suggestion' }).click();
  await expect(coach.getByText(/^You suggested/)).toBeVisible();
  return start;
}

test('a student declines one suggested time and accepts another after the deadline', {
  tag: ['@ours'],
}, async ({ browser }) => {
  const site = await startSite({ CANCEL_HOURS: '1440' });
  const context = await browser.newContext({ baseURL: site.urls.site });
  const page = await context.newPage();
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'suggested#1');
  await pickSlot(page, 3, 1);
  const number = await pay(page);
  await page.goto(`/sessions/${number}`);
  await expect(page.getByText(/^It's too late to move or cancel/)).toBeVisible();
  const start = page.getByRole('heading', { level: 2 }).locator('time');
  const before = (await start.getAttribute('datetime')) ?? '';
  const { coach, close } = await openAsCoach(page, number);
  const banner = page.getByRole('group', { name: 'Suggested time' });

  await suggest(coach, 4);
  await expect(banner).toContainText(/ suggests \w+, \w+ \d+, \d+:00 instead\./);
  for (const one of [page, coach])
    expect((await new AxeBuilder({ page: one }).include('main').analyze()).violations).toEqual([]);
  await banner.getByRole('button', { name: 'Keep current time' }).click();
  await expect(page.getByText(/^You're keeping the current time\./)).toBeFocused();
  await expect(coach.getByText('Suggested time declined')).toBeVisible();
  await expect(coach.getByText(/^You suggested/)).toHaveCount(0);
  await expect(start).toHaveAttribute('datetime', before);

  const suggested = await suggest(coach, 5);
  expect(await mailTo(site, demo.student.email, /suggests another time/)).toContain(
    `/sessions/${number}`,
  );
  await banner.getByRole('button', { name: 'Move to this time' }).click();
  await expect(start).toHaveAttribute('datetime', suggested);
  await expect(banner).toHaveCount(0);
  for (const one of [page, coach])
    await expect(one.getByText(/^Moved from .+ to .+/)).toBeVisible();
  await expect(coach.getByText(/^You suggested/)).toHaveCount(0);
  await close();
  await context.close();
  await site.stop();
});
