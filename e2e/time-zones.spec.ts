// Slots and sessions in the most error-prone zones, of the browser and of the server.

import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { fillBooking, logIn, newAddress, pickSlot } from './support/site/actions';
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
