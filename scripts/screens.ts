// pnpm screens: pictures of every screen at 390 and 1280 px, from a fresh site of its own, into docs/screens.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchOptions, settled } from '@carry/releases/browser';
import { demo } from 'api/demo';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { root } from 'workspace';
import { buildAndPublish } from 'workspace/build';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';

const WIDTHS = [390, 1280];
const QUALITY = 62;
const folder = path.join(root, 'docs/screens');

const open: Record<string, string> = {
  home: '/',
  cs2: '/cs2',
  valorant: '/valorant',
  lol: '/lol',
  dota2: '/dota2',
  fortnite: '/fortnite',
  booking: '/booking/1',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?uid=1&token=x',
  'booking-cancelled': '/booking-cancelled',
  'how-it-works': '/how-it-works',
  terms: '/terms',
  refunds: '/refunds',
  'not-found': '/logn',
};

async function logIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/');
}

/** Registers a new student; the page then says where the mail is. */
async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('Carry-2026!');
  await page.getByText('You are verified as human.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await page.getByText(/^Registered!/).waitFor();
}

/** The link of the newest mail to an address. */
async function linkOf(email: string): Promise<string> {
  for (;;) {
    const [mail] = (await (
      await fetch(`${stack.urls.sandbox}/mail.json?to=${encodeURIComponent(email)}`)
    ).json()) as { text: string }[];
    const link = /http\S+/.exec(mail?.text ?? '')?.[0];
    if (link) return link;
    await sleep(200);
  }
}

async function book(page: Page): Promise<void> {
  await page.goto('/booking/1');
  await page
    .getByRole('button', { name: /\d+ times/ })
    .nth(1)
    .click();
  await page
    .getByRole('group', { name: /^\w{3}, / })
    .getByRole('button')
    .nth(2)
    .click();
  await page.getByLabel('Contact info').fill('kim#1234');
  await page.getByLabel('Details').fill('Stuck in Gold. I lose every second duel on the B site.');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();
}

const data = mkdtempSync(path.join(tmpdir(), 'carry-screens-'));
await buildAndPublish(path.join(data, 'releases'));
const [site = 0, api = 0, sandbox = 0] = await freePorts();
const stack = await startStack({
  ports: { site, api, sandbox },
  dataFolder: data,
  env: { CAPTCHA_COST: '50' },
  log: () => {},
});
const browser = await chromium.launch(launchOptions());
mkdirSync(folder, { recursive: true });

async function take(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
    await settled(page);
    await page.waitForTimeout(250);
    await page.screenshot({
      path: path.join(folder, `${name}-${width}.jpg`),
      type: 'jpeg',
      quality: QUALITY,
      fullPage: true,
    });
  }
}
const newContext = (): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: stack.urls.site,
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });

const visitor = await (await newContext()).newPage();
for (const [name, address] of Object.entries(open)) {
  await visitor.goto(address);
  await take(visitor, name);
}
const newcomer = 'newcomer@carry.example';
await register(visitor, newcomer);
await take(visitor, 'registered');
await visitor.goto(await linkOf(newcomer));
await visitor.getByRole('button', { name: 'Verify my email' }).waitFor();
await take(visitor, 'verify-email');
await visitor.getByRole('button', { name: 'Verify my email' }).click();
await visitor.getByText('You can now log in.').waitFor();
await take(visitor, 'verified');
const student = await (await newContext()).newPage();
await logIn(student, demo.student);
await book(student);
await take(student, 'booking-success');
await student.goto('/sessions');
await take(student, 'sessions');
await student.goto('/account');
await student.getByRole('button', { name: 'Delete my account' }).click();
await take(student, 'account');
const coach = await (await newContext()).newPage();
await logIn(coach, demo.coach);
await coach.goto('/coach-dashboard');
await coach
  .getByRole('link', { name: /^View Booking/ })
  .first()
  .waitFor();
await take(coach, 'coach-dashboard');
await coach
  .getByRole('link', { name: /^View Booking/ })
  .first()
  .click();
await coach.getByLabel('Coach Notes').waitFor();
await take(coach, 'coach-booking');

for (const [name, button] of Object.entries({
  availability: 'Save availability',
  profile: 'Save profile',
  reviews: /^Reply to/,
})) {
  await coach.goto(`/coach/${name}`);
  await coach.getByRole('button', { name: button }).first().waitFor();
  await take(coach, `coach-${name}`);
}

await browser.close();
await stack.stop();
rmSync(data, { recursive: true, force: true });
console.log(`pictures are in ${path.relative(root, folder)}`);
process.exit(0);
