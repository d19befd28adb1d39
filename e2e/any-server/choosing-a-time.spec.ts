import { day, days, offer, times } from '../support/any-server/offer';
import { expect, signedIn, test } from '../support/any-server/site';
import { chooseZone, setServerTime } from '../support/site/actions';

const plain = (text: string | null) => (text ?? '').replaceAll('\u202f', ' ');
const slots = ['09:00', '13:00'];

test('requests seven days from tomorrow and shows local 12-hour times', {
  tag: ['@spec-3.7', '@spec-7.10', '@spec-9.1', '@spec-9.2', '@spec-9.3', '@spec-9.4'],
}, async ({ page, api }) => {
  await setServerTime(page, '2027-01-10T10:00:00Z');
  offer(api, 28);
  const asked: URL[] = [];
  page.on(
    'request',
    (request) => request.url().includes('available-slots') && asked.push(new URL(request.url())),
  );
  await page.goto('/booking/28');
  await expect(page.getByRole('button', { name: /3 times/ })).toHaveCount(7);
  const days = [
    '2027-01-11',
    '2027-01-12',
    '2027-01-13',
    '2027-01-14',
    '2027-01-15',
    '2027-01-16',
    '2027-01-17',
  ];
  // the page of the server has times of its own until the browser has asked
  await expect
    .poll(() => [...new Set(asked.map(({ searchParams }) => searchParams.get('date')))].sort())
    .toEqual(days);
  expect([...new Set(asked.map(({ searchParams }) => searchParams.get('duration')))]).toEqual([
    '60',
  ]);
  await day(page, 0).click();
  const shown = (await times(page).allTextContents()).map((text) => text.replaceAll('\u202f', ' '));
  expect(shown).toEqual(['10:00 AM', '11:00 AM', '3:00 PM']); // Berlin is an hour ahead of UTC
});

test('opens one day at a time and releases a slot pressed again', {
  tag: ['@spec-4.20', '@spec-4.21', '@spec-4.22', '@extra-B3'],
}, async ({ page, api }) => {
  await signedIn(page);
  offer(api, 28);
  await page.goto('/booking/28');
  await expect(page.getByRole('button', { name: /3 times/ })).toHaveCount(7);
  await day(page, 0).click();
  await expect(day(page, 0)).toHaveAttribute('aria-expanded', 'true');
  await day(page, 1).click();
  await expect(day(page, 0)).toHaveAttribute('aria-expanded', 'false');
  await expect(day(page, 1)).toHaveAttribute('aria-expanded', 'true');
  await times(page).first().click();
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1);
  await times(page).nth(1).click();
  await expect(times(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1);
  await times(page).nth(1).click();
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
  await page.getByRole('heading', { name: 'Reviews' }).click();
  await expect(day(page, 1)).toHaveAttribute('aria-expanded', 'false');
});

test('groups two hundred times by part of day in a bounded list', {
  tag: ['@full', '@extra-x11'],
}, async ({ page, api }) => {
  const two = (part: number) => String(part).padStart(2, '0');
  offer(api, 29, {
    slots: Array.from(
      { length: 200 },
      (_, index) => `${two(Math.floor((index * 7) / 60))}:${two((index * 7) % 60)}`,
    ),
  });
  const height = 844;
  // the draft keeps the chosen time, and a second press would release it
  for (const [width, chosen] of [
    [390, 199],
    [1280, 198],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/booking/29');
    await page
      .getByRole('button', { name: /200 times/ })
      .first()
      .click();
    const times = page.getByRole('group', { name: /^\w{3}, \w{3} \d+$/ });
    await expect(times.getByRole('button')).toHaveCount(200);
    await expect(times.getByText(/^(Morning|Afternoon|Evening)$/)).toHaveCount(3);
    expect((await times.boundingBox())?.height).toBeLessThan(height / 2);
    const time = times.getByRole('button').nth(chosen);
    await time.click();
    await expect(time).toHaveAttribute('aria-pressed', 'true');
    await expect(times.getByRole('button', { pressed: true })).toHaveCount(1);
  }
});

test('disables a day without slots', { tag: ['@spec-4.23', '@extra-B3'] }, async ({
  page,
  api,
}) => {
  offer(api, 28, { slots: [] });
  await page.goto('/booking/28');
  await expect(page.getByRole('button', { name: /No times/ })).toHaveCount(7);
  for (const press of [
    () => day(page, 0).click({ force: true }),
    () => day(page, 0).press('Enter'),
  ]) {
    await press();
    await expect(day(page, 0)).toHaveAttribute('aria-expanded', 'false');
  }
  await expect(times(page)).toHaveCount(0);
});

test('offers every time zone', { tag: ['@extra-6', '@extra-x5'] }, async ({ page, api }) => {
  await page.goto(offer(api, 35, { slots: ['09:00'] }));
  await expect(day(page, 0)).toBeVisible();
  const zones = await page.evaluate(() => Intl.supportedValuesOf('timeZone'));
  await page.getByRole('button', { name: 'Change time zone' }).click();
  const search = page.getByRole('combobox', { name: 'Show times in' });
  for (const zone of [zones[0], zones[200], zones.at(-1), 'UTC', 'Asia/Kolkata']) {
    await search.fill(zone ?? '');
    await expect(page.getByRole('option').nth(1)).toHaveText(new RegExp(`^${zone} \\(GMT`));
  }
  await search.fill('tokio');
  await expect(page.getByText('No time zone matches. Try a large city nearby.')).toBeVisible();
  await search.fill('a');
  expect(await page.getByRole('option').count()).toBeLessThan(10);
  await search.fill('tokyo');
  await search.press('Enter');
  await expect(page.getByText(/^All times are in: Asia\/Tokyo/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change time zone' })).toBeFocused();
  await page.keyboard.press('Enter');
  await search.press('Escape');
  await expect(search).toHaveCount(0);
});

test('keeps the chosen time after a reload while it is free', {
  tag: ['@fault-H15', '@extra-9'],
}, async ({ page, api }) => {
  await signedIn(page);
  await page.goto(offer(api, 36, { slots: ['09:00', '10:00'] }));
  await day(page, 1).click();
  await page
    .getByRole('group', { name: /^\w{3}, / })
    .getByRole('button')
    .first()
    .click();
  await page.getByLabel('Contact info').fill('kim');
  await page.getByLabel('Details').fill('aim');
  const chosen = (await day(page, 1).textContent()) ?? '';
  expect(chosen).toMatch(/\d+:\d\d [AP]M/);
  await page.reload();
  await expect(day(page, 1)).toHaveText(chosen);
  api.answer('GET /api/coach/36/available-slots/', {
    body: { available_slots: [{ start: '10:00' }] },
  });
  await page.reload();
  await expect(day(page, 1)).toContainText(/1 time$/);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByText('Please select a time slot.')).toBeVisible();
  await expect(page.getByLabel('Contact info')).toHaveValue('kim');
  expect(api.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test.describe('a browser in Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles', locale: 'en-US' });
  test('keeps the chosen zone after a reload', {
    tag: ['@fault-11.13'],
  }, async ({ page, api }) => {
    await signedIn(page);
    await page.goto(offer(api, 51, { slots }));
    await expect(days(page)).toHaveCount(7);
    await chooseZone(page, 'Asia/Tokyo');
    await days(page).nth(0).click();
    const times = page.getByRole('group', { name: /^\w{3}, \w{3} \d+$/ }).getByRole('button');
    await times.nth(1).click();
    await expect(times.nth(1)).toHaveText(/10:00.PM/);
    await page.reload();
    await expect(page.getByText('All times are in: Asia/Tokyo (GMT+09:00).')).toBeVisible();
    await expect(days(page).nth(0)).toContainText(/10:00.PM/);
    await days(page).nth(0).click();
    expect(plain(await page.getByRole('button', { pressed: true }).textContent())).toBe('10:00 PM');
  });
});

for (const [what, clock] of [
  ['a year behind', '2025-11-22T23:30:00Z'],
  ['a year ahead', '2027-11-22T23:30:00Z'],
  ['a day ahead', '2026-11-23T23:30:00Z'],
] as const) {
  test(`uses the server clock when the browser is ${what}`, {
    tag: ['@fault-H10', '@fault-11.15'],
  }, async ({ page, api }) => {
    await setServerTime(page, '2026-11-22T12:00:00Z');
    await page.clock.install({ time: new Date(clock) });
    const asked = new Set<string | null>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.includes('available-slots')) asked.add(searchParams.get('date'));
    });
    await page.goto(offer(api, 52, { slots }));
    await expect(days(page)).toHaveCount(7);
    await expect
      .poll(() => [...asked].sort())
      .toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
    await expect(page.getByRole('contentinfo')).toContainText('© 2026 Carry');
    await page.goto('/booking-cancelled?coach=52&until=2026-11-22T12:10:00Z');
    await expect(page.getByText(/^Your time is held until 1:10\sPM\.$/)).toBeVisible();
    await page.goto('/booking-cancelled?coach=52&until=2026-11-22T11:50:00Z');
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
    await expect(page.getByText(/is held until/)).toHaveCount(0);
  });
}
