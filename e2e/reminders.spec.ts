import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { fromSource } from 'workspace/process';
import { fillBooking, pickSlot, signIn } from './support/site/actions';
import { expect, type Site, startSite, test } from './support/site/fixtures';

const HOUR_MS = 3_600_000;

/** Returns the emails to an address by subject, newest first. */
async function mails(site: Site, address: string, subject: RegExp): Promise<string[]> {
  const answer = await fetch(`${site.urls.sandbox}/mail.json?to=${encodeURIComponent(address)}`);
  const all = (await answer.json()) as { subject: string; text: string }[];
  return all.filter((mail) => subject.test(mail.subject)).map(({ text }) => text);
}

async function book(page: Page, contact: string, day: number): Promise<void> {
  await page.goto('/booking/1');
  await fillBooking(page, contact);
  await pickSlot(page, day, 1);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();
}

test('reminds student and coach twice each until they unsubscribe', {
  tag: ['@ours', '@full', '@extra-17'],
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const api = fromSource('e2e/support/fleet/late-api.ts');
  const site = await startSite({}, 'ours', { api });
  const programArgs = api.args.length;
  /** Restarts the API with its clock at an instant. */
  const goTo = async (instant: number) => {
    api.args[programArgs] = String(instant - Date.now());
    await site.restart('api');
  };
  const comes = (address: string, subject: RegExp, count = 1) =>
    expect
      .poll(async () => (await mails(site, address, subject)).length, { timeout: 60_000 })
      .toBe(count);
  const { student, coach } = demo;
  const [yours, theirs] = [
    /^Reminder: your session with Nova$/,
    /^Reminder: your session with (?!Nova)/,
  ];

  const context = await browser.newContext({
    baseURL: site.urls.site,
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
  });
  const page = await context.newPage();
  await signIn(page);
  await book(page, 'reminded#1', 2);
  await book(page, 'not reminded#2', 4);
  await page.goto('/sessions');
  const times = page.getByRole('main').locator('time');
  await expect(times).toHaveCount(2);
  const [first = 0, second = 0] = (
    await times.evaluateAll((all) =>
      all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)),
    )
  ).sort((one, other) => one - other);
  await context.close();

  await goTo(first - 23.5 * HOUR_MS);
  await comes(student.email, yours);
  await comes(coach.email, theirs);
  const [day = ''] = await mails(site, student.email, yours);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
  expect(day).toContain(`${clock.format(first)} (Europe/Berlin`);

  await goTo(first - HOUR_MS / 2);
  await comes(student.email, /^Your session with Nova starts soon$/);
  expect(await mails(site, student.email, yours)).toHaveLength(1);

  const link = /https?:\/\/\S+\/account\/reminders\?token=[\w.-]+/.exec(day)?.[0] ?? '';
  const anybody = await browser.newPage(); // no login needed
  await anybody.goto(link);
  await anybody.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(anybody.getByText("We won't remind you anymore.")).toBeVisible();
  await anybody.close();
  await goTo(second - 23.5 * HOUR_MS);
  await comes(coach.email, theirs, 2);
  expect(await mails(site, student.email, yours)).toHaveLength(1);
  await site.stop();
});
