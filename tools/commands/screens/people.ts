import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';

export async function logIn(
  page: Page,
  account: { email: string; password: string },
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/');
}

export async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('Carry-2026!');
  await page.getByText('Verified as human.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await page.getByText(/^Registered!/).waitFor();
}

export async function waitForMailedLink(sandbox: string, email: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${sandbox}/mail.json?to=${encodeURIComponent(email)}`);
    const [mail] = (await answer.json()) as { text: string }[];
    const link = /http\S+/.exec(mail?.text ?? '')?.[0];
    if (link) return link;
    await sleep(200);
  }
}

export async function chooseTime(page: Page, day: number): Promise<void> {
  await page
    .getByRole('button', { name: /\d+ times?/ })
    .nth(day)
    .click();
  await page
    .getByRole('group', { name: /^\w{3}, / })
    .getByRole('button')
    .nth(2)
    .click();
}

interface Order {
  service?: string;
  /** Index among days with times; null for a service without times. */
  day?: number | null;
  details?: string;
}

export async function hold(page: Page, order: Order = {}): Promise<void> {
  const {
    service = 'One-on-one coaching',
    day = 1,
    details = 'Stuck in Gold. I lose every second duel on the B site.',
  } = order;
  await page.goto('/booking/1');
  await page
    .getByRole('button', { name: /\d+ times?/ })
    .first()
    .waitFor(); // the form is hydrated
  await page.getByRole('radio', { name: service }).check();
  if (day !== null) await chooseTime(page, day);
  await page.getByLabel('Contact info').fill('kim#1234');
  await page.getByLabel('Details').fill(details);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).waitFor();
}

export async function book(page: Page, order: Order = {}): Promise<string> {
  await hold(page, { day: 2, ...order });
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();
  const claim = await page.getByText(/^\/claim \d+$/).textContent();
  return /\d+/.exec(claim ?? '')?.[0] ?? '';
}

export async function joinWaitingList(page: Page, game: string, name: string): Promise<void> {
  await page.goto(`/${game}`);
  await page.getByLabel('Your email').fill(`${name}@example.com`);
  await page.getByRole('button', { name: 'Tell me when a coach is available' }).click();
  await page.getByText(/^Thanks!/).waitFor();
}
