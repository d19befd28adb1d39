// A new coach from an empty account to a reviewed session, and out of the shop again.
import type { Browser, Locator, Page } from 'playwright/test';
import { chooseService, fillBooking, mailTo, newAddress, pickSlot } from './support/site/actions';
import {
  addCoach,
  GONE_MS,
  lastShown,
  operatorOf,
  setFirstPassword,
  showing,
  uploadPortrait,
} from './support/site/coaches';
import { countEffort, logInByCode, type } from './support/site/effort';
import { expect, type Site, test } from './support/site/fixtures';

const MEETING = 'https://meet.example/rook';
const RECORDED = 'Recorded match review';
const OPINION = 'Found my pathing errors in ten minutes.';
const REPLAY = {
  name: 'match.rofl',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from('RIOT\0\0 a match'),
};

/** Sets the coach's first password, and their portrait and meeting link in the browser. */
async function moveIn(page: Page, site: Site, email: string): Promise<void> {
  await setFirstPassword(page, site, email);
  await page.goto('/coach/profile');
  await uploadPortrait(page);
  await page.getByLabel('Meeting link').fill(MEETING);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
}

/** Resolves when the picture of the coach's card has its pixels. Its alternative text is empty, because the name stands beside it. */
async function portraitLoaded(coaches: Locator): Promise<void> {
  const card = coaches.getByRole('listitem').filter({ hasText: 'Rook' });
  const portrait = card.locator('img[src*="/uploads/"]');
  await expect(portrait).toBeVisible();
  await portrait.evaluate((image: HTMLImageElement) => image.decode());
}

/** Books and pays from `/lol`, with a code by mail. Resolves with the booking number. */
async function bookByCode(page: Page, site: Site, address: string): Promise<string> {
  const effort = await countEffort(page.context());
  const bookNow = page.getByRole('button', { name: 'Book Now' });
  await page.goto('/lol');
  const coaches = page.getByRole('region', { name: 'League of Legends coaches' });
  await portraitLoaded(coaches);
  await coaches.getByRole('link', { name: 'Rook' }).click();
  await pickSlot(page, 2);
  await type(page.getByLabel('Details'), 'I die in the jungle.');
  await logInByCode(page, site, address);
  await expect(bookNow).toBeFocused();
  await bookNow.click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();
  expect([effort.clicks, effort.fields.size]).toEqual([7, 3]);
  const mail = await mailTo(site, address, / is booked$/);
  return /\/sessions\/(\d+)/.exec(mail)?.[1] ?? '';
}

const openAs = async (browser: Browser, site: Site) =>
  (await browser.newContext({ baseURL: site.urls.site })).newPage();

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel(/^Message to/).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Books a review of a recording, which the coach delivers, and leaves a review of it. */
async function reviewResult(page: Page, coach: Page, id: number): Promise<void> {
  await page.goto(`/booking/${id}`);
  await chooseService(page, RECORDED);
  await fillBooking(page, 'kim#1');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const claim = page.getByText(/^\/claim \d+$/);
  const number = /\d+/.exec((await claim.textContent()) ?? '')?.[0] ?? '';
  await coach.goto(`/coach/bookings/${number}`);
  await coach.getByLabel('Result').fill('Watch your pathing after six minutes.');
  await coach.getByRole('button', { name: 'Deliver result' }).click();
  await coach.getByRole('button', { name: 'Confirm' }).click();
  await page.goto(`/sessions/${number}`);
  await page.getByRole('button', { name: 'Leave a Review' }).click();
  await page.getByLabel('Comment').fill(OPINION);
  await page.getByLabel('Display name').fill('Kim');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Review submitted!')).toBeVisible();
  await expect(async () => {
    await page.goto(`/booking/${id}`); // sites notice a change within a second
    await expect(page.getByText(OPINION).first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
}

test('sells the sessions of a new coach until the coach is locked', {
  tag: '@ours',
}, async ({ page, browser, site }) => {
  test.setTimeout(240_000);
  const operator = operatorOf(site);
  const email = newAddress();
  const id = await addCoach(operator, { email, name: 'Rook', rate: 32 });
  await operator('PATCH', `coaches/${id}/`, {
    services: [
      { id: null, label: 'One-on-one coaching', rate: 32, is_hourly: true },
      { id: null, label: RECORDED, rate: 20, is_hourly: false },
    ],
  });
  const coach = await openAs(browser, site);
  const lock = async () => {
    const [member] = await operator('GET', `members/?q=${email}`);
    await operator('POST', `members/${member.id}/lock/`, {});
  };
  try {
    await moveIn(coach, site, email);
    await page.goto('/coaches');
    await portraitLoaded(page.getByRole('main'));
    const number = await bookByCode(page, site, newAddress());

    await page.goto(`/sessions/${number}`);
    await expect(page.getByRole('link', { name: 'Join session' })).toHaveAttribute('href', MEETING);
    await coach.goto(`/coach/bookings/${number}`);
    await write(page, 'Here is the match.');
    await expect(coach.getByText('Here is the match.')).toBeVisible();
    await write(coach, 'Got it.');
    await expect(page.getByText('Got it.')).toBeVisible();
    await page.getByLabel('Files', { exact: true }).setInputFiles(REPLAY);
    await expect(page.getByText('1 KB')).toBeVisible(); // uploaded
    await write(page, 'And the replay.');
    await expect(coach.getByRole('button', { name: `Download ${REPLAY.name}` })).toBeVisible();
    await reviewResult(page, coach, id);

    await page.goto('/terms'); // the booking page would read times of a locked coach
    const pages = ['/', '/lol', '/coaches', '/coaches?game=lol', '/sitemap.xml', `/booking/${id}`];
    const urls = pages.map((path) => site.urls.site + path);
    const sells: Parameters<typeof showing>[1] = ({ html, status }) =>
      status === 200 && html.includes(`/booking/${id}`);
    await expect.poll(() => showing(urls, sells)).toEqual(urls);
    await lock();
    const sold = await lastShown(urls, sells);
    console.log(`sold for ${sold.ms} ms after the lock`, sold.urls);
    expect(sold.ms).toBeLessThan(GONE_MS);
    expect((await fetch(`${site.urls.site}/booking/${id}`)).status).toBe(404);
  } finally {
    await coach.context().close();
    await lock(); // the coach stays in the database of this worker's site
  }
});
