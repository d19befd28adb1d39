import { demo } from 'api/demo';
import { expect, type Page } from 'playwright/test';
import type { Site } from './fixtures';

export { settled } from '@carry/releases/gates';

const password = 'Carry-2026!';
let last = 0;

export const newAddress = () => `player-${process.pid}-${Date.now()}-${++last}@example.com`;

/** Resolves with the newest email to an address. */
export async function mailTo(site: Site, address: string, subject: RegExp): Promise<string> {
  let text = '';
  await expect
    .poll(
      async () => {
        const mails = (await (
          await fetch(`${site.urls.sandbox}/mail.json?to=${encodeURIComponent(address)}`)
        ).json()) as {
          subject: string;
          text: string;
        }[];
        text = mails.find((mail) => subject.test(mail.subject))?.text ?? '';
        return text;
      },
      { timeout: 10_000 },
    )
    .not.toBe('');
  return text;
}

export async function fillRegistration(page: Page, address: string): Promise<void> {
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await expect(page.getByText('Verified as human.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await expect(
    page.getByText(
      "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.",
    ),
  ).toBeVisible();
}

/** Opens the mailed link in the browser that registered, which needs no password. */
export async function verify(page: Page, site: Site, address: string): Promise<void> {
  const link = /https?:\/\/\S+\/verify-email\S+/.exec(await mailTo(site, address, /^Verify/))?.[0];
  expect(link).toBeTruthy();
  await page.goto(link as string);
  await expect(page.getByText('Press the button to finish and log in.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
}

export async function logIn(page: Page, address: string, secret = password): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
}

export async function signIn(page: Page): Promise<void> {
  await logIn(page, demo.student.email, demo.student.password);
}

/** Sets the server time for all documents of a page, in their HTML and in the time API. */
export async function setServerTime(page: Page, instant: string): Promise<void> {
  const time = Date.parse(instant);
  await page.route('**/_shell/time', (route) => route.fulfill({ body: String(time) }));
  // fulfilling the document would block its calls to local servers
  await page.addInitScript((time) => {
    const { parse } = JSON;
    JSON.parse = (text, reviver) =>
      parse(String(text).replace(/"now":\d{13}\b/, `"now":${time}`), reviver);
  }, time);
}

export const chooseService = (page: Page, label: string) =>
  page.getByRole('radio', { name: label }).check();

export async function chooseZone(page: Page, zone: string): Promise<void> {
  await page.getByRole('button', { name: 'Change time zone' }).click();
  await page.getByLabel('Show times in').fill(zone);
  await page.getByRole('option', { name: zone }).click();
}

/** Resolves when all seven days are loaded. */
export async function daysLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^\w{3}, \w{3} \d+/ })).toHaveCount(7);
  await expect(page.getByRole('main').getByText('Loading...')).toHaveCount(0);
}

/** Opens a day and takes a slot, both counted from 0 among the available ones. */
export async function pickSlot(page: Page, day: number, slot = 0): Promise<string> {
  await daysLoaded(page);
  const days = page.getByRole('button', { name: /\d+ times/ });
  await days.nth(day).click();
  const times = page.getByRole('group', { name: /^\w{3}, / }).getByRole('button');
  const time = times.nth(slot);
  await expect(time).toBeVisible();
  const name = (await time.textContent()) ?? '';
  await time.click();
  return name;
}

export async function fillBooking(page: Page, contact: string): Promise<void> {
  await page.getByLabel('Contact info').fill(contact);
  await page.getByLabel('Details').fill('Stuck in Gold. I lose every second duel on the B site.');
}

/** Books what the form holds and pays for it. Returns the number of the booking. */
export async function pay(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const claim = page.getByText(/^\/claim \d+$/);
  return /\d+/.exec((await claim.textContent()) ?? '')?.[0] ?? '';
}

/** Books and pays an hour with the first coach as the demo student. Returns the booking's number. */
export async function bookAndPay(page: Page, contact: string): Promise<string> {
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, contact);
  await pickSlot(page, 3);
  return pay(page);
}

/** Opens the page of a booking as its coach, in a browser of its own. */
export async function openAsCoach(page: Page, number: string) {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('no browser');
  const coach = await context.newPage();
  await logIn(coach, demo.coach.email, demo.coach.password);
  await coach.goto(`/coach/bookings/${number}`);
  return { coach, close: () => context.close() };
}
