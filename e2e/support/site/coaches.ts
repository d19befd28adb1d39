import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from 'playwright/test';
import { mailTo } from './actions';
import type { Site } from './fixtures';

const everyDay = Array.from({ length: 7 }, () => [{ start: '00:00', end: '24:00' }]);

type CallOperator = ReturnType<typeof callAsOperator>;

/** Returns a function that calls the operator's part of the API and resolves with the response body. */
export const callAsOperator =
  (site: Site) => async (method: string, path: string, body?: object) => {
    const response = await fetch(`${site.urls.api}/api/operator/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${site.env['OPERATOR_TOKEN']}`,
        'content-type': 'application/json',
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    expect(response.ok, `${method} ${path}`).toBe(true);
    return response.json();
  };

interface Coach {
  email: string;
  name: string;
  /** USD per hour. */
  rate: number;
}

/** Makes a League of Legends coach who can be booked at any time. Resolves with the id. */
export async function addCoach(
  operator: CallOperator,
  { email, name, rate }: Coach,
): Promise<number> {
  const { id } = await operator('POST', 'coaches/', { email, name, time_zone: 'UTC' });
  await operator('PATCH', `coaches/${id}/`, {
    ...{ description: 'Jungle and macro.', games: ['lol'], languages: ['en', 'ko'] },
    clip: 'https://youtu.be/dQw4w9WgXcQ',
    services: [{ id: null, label: 'One-on-one coaching', rate, is_hourly: true }],
  });
  await operator('PATCH', `coaches/${id}/availability/`, {
    ...{ time_zone: 'UTC', weekly: everyDay, special: [] },
    ...{ buffer_minutes: 0, notice_minutes: 120, days_ahead: 60 },
  });
  return id;
}

/** Locks the account of a coach, which removes them from all pages. */
export async function lockCoach(operator: CallOperator, email: string): Promise<void> {
  const [member] = await operator('GET', `members/?q=${email}`);
  await operator('POST', `members/${member.id}/lock/`, {});
}

const PASSWORD = 'Carry-2026!';

/** Sets the first password of an account that an operator made, by the emailed link. Signs in. */
export async function setFirstPassword(page: Page, site: Site, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await expect(page.getByText('Verified as human.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send password reset link' }).click();
  await choosePassword(page, await mailTo(site, email, /password/i));
}

/** Sets the password by the link of an email. Signs in. */
export async function choosePassword(page: Page, mail: string): Promise<void> {
  await page.goto(/https?:\S+\/reset-password\S+/.exec(mail)?.[0] ?? '');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
}

/** Uploads a portrait on the coach's profile page. */
export async function uploadPortrait(page: Page): Promise<void> {
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel('Upload a picture').setInputFiles(file);
  await page.getByRole('button', { name: 'Save portrait' }).click();
  await expect(page.getByRole('button', { name: 'Remove portrait' })).toBeVisible();
}

/** Pages of deleted data are gone within this many ms. */
export const GONE_MS = 2000;
const WATCH_MS = 3500;
const PAUSE_MS = 50;

type Shows = (answer: { url: string; status: number; html: string }) => boolean;

/** Returns those of the pages that show something. */
export async function showing(urls: string[], shows: Shows): Promise<string[]> {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      return shows({ url, status: response.status, html: await response.text() });
    }),
  );
  return urls.filter((_, index) => answers[index]);
}

/**
 * Asks for pages again and again. Resolves with the pages that last showed something, and when they were asked for, in ms from now.
 * The time that a busy machine takes for an answer does not count.
 */
export async function lastShown(urls: string[], shows: Shows) {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  let last = { ms: 0, urls: [] as string[] };
  while (elapsed() < WATCH_MS) {
    const ms = elapsed();
    const found = await showing(urls, shows);
    if (found.length > 0) last = { ms, urls: found };
    await sleep(PAUSE_MS);
  }
  return last;
}

/** Applies at "Become a coach" as a visitor. */
export async function applyAsCoach(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/become-a-coach');
  await page.getByLabel('Name that students see').fill(name);
  await page.getByLabel('Your email').fill(email);
  await page.getByLabel('Game', { exact: true }).selectOption('dota2');
  await page.getByLabel('Rank and results').fill('Immortal, top 100');
  await page.getByLabel('Proof', { exact: true }).fill('https://profiles.example/vex');
  await page.getByLabel('How you coach').fill('Lanes, timings and the map.');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText("Thanks! We'll look at your application")).toBeVisible();
}
