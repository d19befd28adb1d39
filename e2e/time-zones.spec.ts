// Slots and sessions in the most error-prone zones, of the browser and of the server.

import { demo } from 'api/demo';
import type { Locator, Page } from 'playwright/test';
import {
  chooseZone,
  fillBooking,
  logIn,
  mailTo,
  newAddress,
  pay,
  pickSlot,
} from './support/site/actions';
import { expect, startSite, test, withThirdParties } from './support/site/fixtures';

const zones = ['UTC', 'America/St_Johns', 'America/Los_Angeles', 'Pacific/Kiritimati'];

async function watchSlots(page: Page): Promise<Map<string, string[]>> {
  const answers = new Map<string, string[]>();
  page.on('response', async (response) => {
    const date = /available-slots\/\?date=([\d-]+)/.exec(response.url())?.[1];
    if (!date || response.request().method() !== 'GET') return;
    const { available_slots } = (await response.json()) as { available_slots: { start: string }[] };
    answers.set(
      date,
      available_slots.map(({ start }) => start),
    );
  });
  return answers;
}
const at = (instant: number, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options })
    .format(instant)
    .replaceAll('\u202f', ' ');

const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const COACH_ZONE = 'Europe/Berlin';

/** Chooses the first time of a later day; a time within the deadline would need a confirmation. */
async function chooseLaterDay(form: Locator) {
  const days = form.getByRole('button', { name: /, \d+ times?$/ });
  await days.nth(2).click();
  await form.getByRole('radio').first().check();
}

test.describe('on a device in another zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles', locale: 'en-US' });

  test("shows and keeps a booking's zone in lists, pages and emails", {
    tag: ['@ours'],
  }, async ({ page, site, browser }) => {
    const zone = 'Asia/Tokyo';
    await logIn(page, demo.student.email, demo.student.password);
    await page.goto('/booking/1');
    await chooseZone(page, zone);
    await fillBooking(page, `${newAddress()}#zone`);
    await pickSlot(page, 3, 1);
    const number = await pay(page);
    const session = page.getByRole('listitem').filter({
      has: page.getByRole('link', { name: `View session ${number}` }),
    });
    const time = session.locator('time');
    /** Resolves when the list and the page show the session's start in the zone. */
    const expectStart = async () => {
      await page.goto('/sessions');
      const start = Date.parse((await time.getAttribute('datetime')) ?? '');
      const hours = at(start, zone, HOURS);
      expect(hours).not.toBe(at(start, 'America/Los_Angeles', HOURS));
      await expect(time).toHaveText(new RegExp(`, ${hours}$`));
      await expect(session).toContainText(`${zone} time`);
      await page.goto(`/sessions/${number}`);
      await expect(page.getByRole('main').getByRole('heading', { name: hours })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(`${zone} time`);
      return start;
    };
    const start = await expectStart();
    const booked = await mailTo(site, demo.student.email, /is booked$/);
    expect(booked).toContain(`${at(start, zone, HOURS)} (${zone}`);

    await page.goto('/sessions');
    await session.getByRole('button', { name: 'Move session' }).click();
    await expect(session).toContainText(`Times are in ${zone} time.`);
    await chooseLaterDay(session);
    await session.getByRole('button', { name: 'Move to this time' }).click();
    await expect(session.getByText(/^Moved from /)).toContainText(at(start, zone, HOURS));
    const moved = await expectStart();
    expect(moved).not.toBe(start);
    const mail = await mailTo(site, demo.student.email, RegExp(`moved \\(booking ${number}\\)`));
    expect(mail).toContain(`${at(moved, zone, HOURS)} (${zone}`);

    const context = await browser.newContext({
      baseURL: site.urls.site,
      timezoneId: 'America/Los_Angeles',
      locale: 'en-US',
    });
    withThirdParties(context, site);
    const coach = await context.newPage();
    await logIn(coach, demo.coach.email, demo.coach.password);
    await coach.goto('/coach-dashboard');
    const card = coach.getByRole('listitem').filter({
      has: coach.getByRole('link', { name: `View Booking ${number}`, exact: true }),
    });
    await expect(card).toContainText(at(moved, COACH_ZONE, HOURS));
    await expect(card).toContainText(`${COACH_ZONE} time`);
    await card.getByRole('link').click();
    await expect(coach.getByRole('main')).toContainText(at(moved, COACH_ZONE, HOURS));
    await context.close();
  });

  test('moves a session in the zone that the student chooses', { tag: ['@ours'] }, async ({
    page,
  }) => {
    await logIn(page, demo.student.email, demo.student.password);
    await page.goto('/booking/1');
    await chooseZone(page, 'Asia/Tokyo');
    await fillBooking(page, `${newAddress()}#zone`);
    await pickSlot(page, 4, 1);
    const number = await pay(page);
    await page.goto(`/sessions/${number}`);
    await page.getByRole('button', { name: 'Move session' }).click();
    await page.getByRole('button', { name: 'Use America/Los Angeles time' }).click();
    await expect(page.getByRole('main')).toContainText('in your time zone, America/Los Angeles.');
    await chooseLaterDay(page.getByRole('main'));
    await page.getByRole('button', { name: 'Move to this time' }).click();
    await expect(page.getByRole('status').getByText(/^Moved from /)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main')).toContainText('America/Los Angeles time');
  });
});

for (const serverZone of zones) {
  test(`books the shown instant with the server in ${serverZone}`, {
    tag: ['@full', '@spec-9.4', '@fault-H12', '@extra-B9'],
  }, async ({ browser, server }) => {
    test.setTimeout(240_000);
    const site = await startSite({ TZ: serverZone }, server);
    try {
      for (const [index, timezoneId] of zones.entries()) {
        const context = await browser.newContext({
          baseURL: site.urls.site,
          timezoneId,
          locale: 'en-US',
        });
        withThirdParties(context, site);
        const page = await context.newPage();
        await logIn(page, demo.student.email, demo.student.password);
        const answers = await watchSlots(page);
        let ordered: { date: string; time: string } | undefined;
        page.on('request', (request) => {
          if (request.url().endsWith('/api/create-booking/') && request.method() === 'POST')
            ordered = request.postDataJSON().slot;
        });
        await page.goto('/booking/1');
        await fillBooking(page, `${newAddress()}#zone`);
        const shown = await pickSlot(page, 2, index);
        const now = Date.now();
        const days = Array.from({ length: 7 }, (_, day) =>
          at(now + (day + 1) * 86_400_000, timezoneId, { dateStyle: 'short' }),
        );
        const asked = () =>
          [...answers.keys()]
            .sort()
            .map((date) => at(Date.parse(`${date}T12:00:00Z`), 'UTC', { dateStyle: 'short' }));
        await expect.poll(asked).toEqual(days);
        await page.getByRole('button', { name: 'Book Now' }).click();
        await expect(page.getByRole('heading', { name: /^Pay/ })).toBeVisible();
        const instant = Date.parse(`${ordered?.date}T${ordered?.time}:00Z`);
        expect(answers.get(ordered?.date ?? '')).toContain(ordered?.time);
        expect(shown.replaceAll('\u202f', ' ')).toContain(
          at(instant, timezoneId, { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }),
        );
        await page.getByRole('button', { name: /^Pay/ }).click();
        await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();
        await page.goto('/sessions');
        const local = at(instant, timezoneId, {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        });
        await expect(page.getByRole('main')).toContainText(local);
        await context.close();
      }
    } finally {
      await site.stop();
    }
  });
}
