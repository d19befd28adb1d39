import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addOwner, readLive, removeOwner, retire } from '@carry/releases';
import { demo } from 'api/demo';
import type { Locator, Page } from 'playwright/test';
import { root } from 'workspace';
import { publishRemote } from 'workspace/publish-remote';
import { violationsAt } from './support/pages/accessibility';
import { gapBelowProblem, overlapsByWidth } from './support/pages/console-layout';
import { widths } from './support/pages/screens';
import { beyondWindow, wideTables } from './support/pages/sideways';
import { openStore } from './support/releases/releases';
import { logIn, mailTo, newAddress, settled } from './support/site/actions';
import { applyAsCoach, setFirstPassword, uploadPortrait } from './support/site/coaches';
import { test as base, expect, type Site, startSite } from './support/site/fixtures';
import { createKey } from './support/site/keys';
import {
  endOperatorSession,
  enterConsole,
  enterRecoveryCode,
  nextCode,
  payAndReport,
  sendOperatorCalls,
} from './support/site/operator';

/** Starts a separate site with the demo operator. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite({ SEED_MARKETPLACE: 'yes' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

const why = { why: 'test' };
const screens = [
  'bookings',
  'coaches',
  'members',
  'reports',
  'waiting-lists',
  'emails',
  'revenue',
  'operators',
  'record',
];

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign Out' }).click();

test('an operator refunds a part, hides a review and sees revenue', {
  tag: ['@ours'],
}, async ({ page, expectErrors }) => {
  expectErrors('403 /api/operator/overview/', '403 /api/operator/incidents/');
  expectErrors('403 /api/operator/session/');
  await payAndReport(page);
  await page.goto('/operator');
  await expect(page.getByText('This page is for the operators of this site.')).toBeVisible();
  await signOut(page);

  await enterConsole(page);
  await expect(page.getByRole('link', { name: /^Paid \$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Lock the console' }).click();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeFocused();
  expect(await gapBelowProblem(page, 'Code')).toBeGreaterThanOrEqual(12);
  await enterRecoveryCode(page);
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();

  await page.getByRole('link', { name: 'Bookings' }).click();
  await page
    .getByLabel('Booking number, name, email, contact, amount or payment ID')
    .fill(demo.student.email);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/q=student/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Booking \d+$/ })
    .first()
    .click();
  await page.getByLabel('Amount in USD').fill('5');
  await page.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(page.getByText('$25.00, paid, $5.00 refunded')).toBeVisible();

  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByText('Spam or an ad: Sells a course.')).toBeVisible();
  await page.getByRole('button', { name: /^Hide the review/ }).click();
  await page.getByLabel(/^Reason to hide/).fill('An advertisement.');
  await page.getByRole('button', { name: 'Hide review' }).click();
  await expect(page.getByRole('heading', { name: 'Hidden reviews' })).toBeVisible();

  await page.getByRole('link', { name: 'Revenue' }).click();
  const [period, coach] = [/^Revenue by (week|month|year)$/, 'Revenue by coach'].map((name) =>
    page.getByRole('table', { name }).getByRole('row').nth(1),
  ) as [Locator, Locator];
  const sums = ['1', '$25.00', '$5.00', '$20.00', '$3.00', '$0.00', '$17.00', '$3.19']; // tax: 19 % in $20.00
  await expect(period.getByRole('rowheader')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}$/);
  await expect(coach.getByRole('rowheader')).toHaveText('Nova');
  await expect(coach.getByRole('cell')).toHaveText(sums);
  const bars = { '12 weeks': 12, '26 weeks': 26, '52 weeks': 52, Month: 24, Year: 5 };
  for (const [name, number] of Object.entries(bars)) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.locator('figure').first().locator('rect')).toHaveCount(2 * number);
    await expect(period.getByRole('cell')).toHaveText(sums);
    expect([name, await overlapsByWidth(page)]).toEqual([name, []]);
  }
  await expect(page).toHaveURL('/operator/revenue?weeks=52&by=year');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: 'Record' }).click();
  const acts = page.getByRole('table', { name: 'Operator activity, newest first' });
  await expect(acts.getByRole('row').nth(1)).toContainText('hide review');
  await expect(acts.getByRole('row').nth(2)).toContainText(demo.operator.email);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8')).toContain(',hide review,');
});

test('keeps a typed reason while the second factor is required again', {
  tag: ['@ours'],
}, async ({ page, site, expectErrors }) => {
  expectErrors('403 /api/operator/overview/', '403 /api/operator/incidents/');
  expectErrors(/403 \/api\/operator\/(reviews|messages)\/(\d+\/hide\/)?/);
  await payAndReport(page);
  await signOut(page);
  await enterConsole(page);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page
    .getByRole('button', { name: /^Hide the review/ })
    .first()
    .click();
  const reason = page.getByLabel(/^Reason to hide/);
  await reason.fill('Sells a course, for the third time.');
  await endOperatorSession(page, site);
  await page.getByRole('button', { name: 'Hide review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your code' });
  await expect(dialog.getByLabel('Code')).toBeFocused();
  for (const theme of ['light', 'dark'] as const)
    expect(await violationsAt(page, theme)).toEqual([]);
  await enterRecoveryCode(page);
  await expect(dialog).toBeHidden();
  await expect(reason).toHaveValue('Sells a course, for the third time.');
  await page.getByRole('button', { name: 'Hide review' }).click();
  await expect(page.getByText('Sells a course, for the third time.')).toBeVisible();
  await expect(reason).toBeHidden();
});

test('hides pages and data from coaches without the role', { tag: ['@ours'] }, async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/403 \/api\/operator\/[a-z-]+\/([a-z\d]+\/(availability\/)?)?/);
  await logIn(page, demo.coach.email, demo.coach.password);
  for (const screen of ['', ...screens.map((name) => `/${name}`), '/bookings/1', '/coaches/1']) {
    await page.goto(`/operator${screen}`);
    await expect(page.getByText('This page is for the operators of this site.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveCount(0);
  }
  const access = await page.evaluate(() => localStorage.getItem('access'));
  for (const [token, status] of [
    [access, 403],
    [null, 401],
  ] as const) {
    const answers = await sendOperatorCalls(site, token);
    expect(answers.length).toBeGreaterThan(40);
    expect(answers.filter((answer) => answer.status !== status)).toEqual([]);
    expect(answers.filter(({ body }) => Object.keys(body).join() !== 'detail')).toEqual([]);
  }
});

test('an accepted applicant uploads a portrait and is found', {
  tag: ['@ours'],
}, async ({ page, browser, site, expectErrors }) => {
  expectErrors('403 /api/operator/overview/', '403 /api/operator/incidents/');
  const [name, email] = ['Quill', newAddress()];
  const context = await browser.newContext({ baseURL: site.urls.site, locale: 'en-US' });
  const applicant = await context.newPage();
  await applyAsCoach(applicant, name, email);

  await enterConsole(page);
  await page.getByRole('link', { name: 'Coaches', exact: true }).click();
  await expect(page.getByText('Immortal, top 100')).toBeVisible();
  const accept = page.getByRole('button', { name: `Accept ${name}` });
  await accept.click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('link', { name: `Edit ${name}` })).toBeVisible();
  await expect(accept).toBeHidden();

  expect(await mailTo(site, email, /^Welcome! You're now a coach/)).toContain('/forgot-password');
  await setFirstPassword(applicant, site, email);
  await applicant.goto('/coach/profile');
  await uploadPortrait(applicant);
  await applicant.getByRole('button', { name: 'Add a service' }).click();
  await applicant.getByLabel('Service', { exact: true }).fill('One-on-one coaching');
  await applicant.getByLabel('Price in USD').fill('45');
  await applicant.getByRole('button', { name: 'Save profile' }).click();
  await expect(applicant.getByText('Profile saved')).toBeVisible();

  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(async () => {
    await page.goto('/coaches'); // the directory follows a change within seconds
    await page.getByLabel('Game', { exact: true }).selectOption('dota2');
    await page.getByRole('button', { name: 'Show coaches' }).click();
    await expect(card.getByText('From $45/hour')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  const portrait = card.locator('img[src*="/uploads/"]');
  await portrait.evaluate((image: HTMLImageElement) => image.decode());
  await card.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await context.close();
});

test('an operator edits a coach and appoints another operator', {
  tag: ['@ours'],
}, async ({ page, browser, site, expectErrors }) => {
  expectErrors('403 /api/operator/overview/', '403 /api/operator/incidents/');
  await enterConsole(page);
  await page.getByRole('link', { name: 'Coaches', exact: true }).click();
  await page.getByRole('link', { name: 'Edit Owen Hart' }).click();
  await expect(page.getByLabel('Monday')).toBeVisible(); // the list has a field "Name", too
  await page.getByLabel('Name', { exact: true }).fill('Owen Prime');
  await page.getByLabel('Address', { exact: true }).fill('owen-prime');
  await page.getByLabel('Languages').fill('English, Korean');
  await page.getByLabel('Country').selectOption('KR');
  await page.getByLabel('Introduction clip').fill('https://youtu.be/dQw4w9WgXcQ');
  await page.getByRole('button', { name: 'Save public page' }).click();
  await expect(page.getByText('Public page saved')).toBeVisible();
  await page.getByLabel('New service').fill('Team review');
  await page.getByLabel('Price in USD').last().fill('90');
  await page.getByLabel('Per', { exact: true }).last().selectOption('unit');
  await page.getByRole('button', { name: 'Save services' }).click();
  await page.getByLabel('Sunday').fill('10:00-12:00');
  await expect(page.getByText('Services saved')).toBeVisible();
  await expect(page.getByLabel('New service')).toHaveValue('');
  await expect(page.getByLabel('Country')).toHaveValue('KR');
  await expect(page.getByLabel('Sunday')).toHaveValue('10:00-12:00'); // another form's save keeps it
  const away = page.getByRole('link', { name: 'Operators', exact: true });
  await away.click();
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Hours saved')).toBeVisible();
  await away.click();
  await expect(page.getByRole('heading', { name: 'Operators', level: 1 })).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(page.getByLabel('Sunday')).toHaveValue('10:00-12:00');

  await page.getByRole('link', { name: 'Operators', exact: true }).click();
  await page.getByLabel('Email').fill(demo.coach.email);
  await page.getByLabel('Your 6-digit code').fill(nextCode());
  await page.getByRole('button', { name: 'Add operator' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: `Remove ${demo.coach.email}` })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('');
  const own = page.getByRole('listitem').filter({ hasText: demo.operator.email });
  await expect(own).toContainText('This is you.');
  await expect(own.getByRole('button')).toHaveCount(0);

  const context = await browser.newContext({ baseURL: site.urls.site, locale: 'en-US' });
  const visitor = await context.newPage();
  await expect(async () => {
    await visitor.goto('/coaches/owen-prime');
    const heading = visitor.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Owen Prime', { timeout: 1000 }); // a cached page may be older
  }).toPass({ timeout: 30_000 });
  const path = `${site.urls.api}/api/coaches/${new URL(visitor.url()).pathname.slice(9)}/`;
  expect(await (await fetch(path)).json()).toMatchObject({
    ...{ name: 'Owen Prime', slug: 'owen-prime', country: { code: 'KR' } },
    languages: [{ code: 'en' }, { code: 'ko' }],
  });
  const services = (await (await fetch(`${path}services/`)).json()) as { label: string }[];
  expect(services.at(-1)).toMatchObject({ label: 'Team review', rate: 90 });
  await logIn(visitor, demo.coach.email, demo.coach.password);
  await visitor.goto('/operator');
  await expect(visitor.getByRole('button', { name: 'Set up second factor' })).toBeVisible();
  await context.close();
});

test('shows whole tables on a phone', { tag: '@ours' }, async ({ page, expectErrors }) => {
  expectErrors('403 /api/operator/overview/', '403 /api/operator/incidents/');
  await payAndReport(page);
  await signOut(page);
  await page.goto('/lol');
  await page.getByLabel('Your email').fill(newAddress());
  await page.getByRole('button', { name: 'Tell me when a coach is available' }).click();
  await expect(page.getByText(/^Thanks!/)).toBeVisible();
  await enterConsole(page);
  await page.setViewportSize({ width: 360, height: 844 });
  for (const screen of ['revenue', 'waiting-lists']) {
    await page.goto(`/operator/${screen}`);
    await expect(page.getByRole('table').first()).toBeVisible();
    expect(await wideTables(page)).toEqual([]);
  }
});

test('has no violation on any screen', { tag: ['@ours', '@full', '@extra-B5'] }, async ({
  page,
  expectErrors,
}) => {
  test.setTimeout(900_000);
  expectErrors('403 /api/operator/overview/', '403 /api/operator/incidents/');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      for (const theme of ['light', 'dark'] as const) {
        const here = await violationsAt(page, theme);
        if (here.length > 0) found[`${name} ${width} ${theme}`] = here;
      }
      const wide = [...(await beyondWindow(page)), ...(await wideTables(page))];
      if (wide.length > 0) found[`${name} ${width} is too wide`] = wide;
    }
  };
  await payAndReport(page);
  await signOut(page);
  await enterConsole(page, look);
  await look('today');
  for (const screen of screens) {
    await page.goto(`/operator/${screen}`);
    await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0);
    await look(screen);
  }
  await page.goto('/operator/bookings');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Booking \d+$/ })
    .first()
    .click();
  await expect(page.getByLabel('Amount in USD')).toBeVisible();
  await look('booking');
  await page.goto('/operator/coaches/1');
  await expect(page.getByLabel('Monday')).toBeVisible();
  await look('coach');
  await page.goto('/operator/reports');
  await page.getByRole('button', { name: /^Hide the review/ }).click();
  await look('hide');
  await page.goto('/operator');
  await page.getByRole('button', { name: 'Lock the console' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await look('code');
  expect(found).toEqual({});
});

test('goes live without a release of the shell', { tag: ['@ours'] }, async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors('404 /operator');
  const store = openStore(site);
  const shell = path.join(root, 'shell/dist');
  const files = readdirSync(shell, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|html|json)$/.test(file),
  );
  const naming = files.filter((file) =>
    readFileSync(path.join(shell, file), 'utf8').includes('mf-operator'),
  );
  expect(naming).toEqual([]);
  await retire(store, 'mf-operator', why);
  await removeOwner(store, 'mf-operator', { paths: [], ...why });
  await expect
    .poll(async () => (await page.request.get('/operator')).status(), { timeout: 10_000 })
    .toBe(404);
  await page.goto('/operator');
  const load = async (path: string) => (await page.request.get(path)).text();
  const publicPages = ['/', '/cs2', '/login']; // not /booking/1, whose free times pass
  // the token of a page view has a few characters for each live remote
  const readLength = async (path: string) =>
    (await load(path)).replace(/"view":"[^"]*"/, '').length;
  const readLengths = () => Promise.all(publicPages.map(readLength));
  const lengths = await readLengths();
  const { pid } = site.services.site;
  const before = (await readLive(store)).remotes;

  const owner = { paths: ['/operator'], keys: [createKey('mf-operator').publicKey] };
  await addOwner(store, 'mf-operator', { owner, ...why });
  const { version } = await publishRemote('mf-operator', store, { why: 'the console' });
  await expect
    .poll(async () => (await page.request.get('/operator')).status(), { timeout: 10_000 })
    .toBe(200);
  expect(site.services.site.pid).toBe(pid);
  const after = { ...before, 'mf-operator': { version } };
  expect((await readLive(store)).remotes).toMatchObject(after);
  expect(await load('/operator')).toContain('mf-operator');
  const all = await Promise.all([...publicPages, '/booking/1'].map(load));
  expect(all.join('')).not.toContain('operator');
  expect(await readLengths()).toEqual(lengths);
  await page.goto('/operator');
  await expect(page).toHaveURL('/login'); // a visitor
});
