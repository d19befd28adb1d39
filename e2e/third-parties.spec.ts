import { demo } from 'api/demo';
import {
  chooseService,
  fillBooking,
  mailTo,
  pickSlot,
  settled,
  signIn,
} from './support/site/actions';
import { expect, startSite, test } from './support/site/fixtures';

test('links the chat account and keeps nothing after a refusal', {
  tag: [
    '@ours',
    '@spec-0.3',
    '@spec-1.9',
    '@spec-2.37',
    '@spec-6.3',
    '@spec-7.15',
    '@fault-11.8',
    '@extra-33',
  ],
}, async ({ page, site }) => {
  await signIn(page);
  await page.goto('/booking/1');
  await chooseService(page, 'Four-week training plan');
  await fillBooking(page, 'chat#1');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText(/^\/claim \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Connect Discord & Join Channel' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText("Discord wasn't connected.")).toBeVisible();
  await page.getByRole('button', { name: 'Connect Discord & Join Channel' }).click();
  await page.getByLabel('Your name').fill('kim_plays');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page).toHaveURL(/booking-success\?session_id=cs_test_/);
  await expect(page.getByText('Discord connected as kim_plays.')).toBeVisible();
  await page.goto(`${site.urls.sandbox}/chat`);
  await expect(page.getByText('In this server: kim_plays')).toBeVisible();
});

test('copies the claim command', { tag: ['@spec-2.38'] }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.goto('/booking/1');
  await chooseService(page, 'Four-week training plan');
  await fillBooking(page, 'copy#1');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Copy command' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\/claim \d+$/);
});

test('reaches the payment page through Stripe.js with a session id only', {
  tag: ['@full', '@spec-7.13', '@spec-9.21'],
}, async ({ browser }) => {
  const site = await startSite({ SITE_SETTINGS: '{"stripePublishableKey":"pk_test_sample"}' });
  const page = await browser.newPage({ baseURL: site.urls.site });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('https://js.stripe.com/**', async (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: await (await fetch(`${site.urls.sandbox}/basil/stripe.js`)).text(),
    }),
  );
  await page.route('**/api/create-checkout-session/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    const { sessionId } = await response.json();
    return route.fulfill({ response, json: { sessionId } });
  });
  const readPolicy = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'];
  for (const path of ['/', '/login', '/sessions', '/nowhere'])
    expect(await readPolicy(path), path).not.toContain('stripe');
  expect(await readPolicy('/booking/1')).toContain('https://js.stripe.com');
  await page.goto('/login');
  await signIn(page);
  expect(asked.filter((url) => url.includes('stripe'))).toEqual([]);
  await page.goto('/');
  await settled(page);
  await page.locator('a[href="/booking/1"]').first().click();
  await fillBooking(page, 'stripe#1');
  await pickSlot(page, 1);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: 'Pay 25.00 USD' })).toBeVisible();
  await page.close();
  await site.stop();
});

test('connects the chat account through the claim command', {
  tag: ['@ours', '@spec-1.9'],
}, async ({ page, site }) => {
  await signIn(page);
  await page.goto('/booking/1');
  await chooseService(page, 'Four-week training plan');
  await fillBooking(page, 'claim#1');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const command = (await page.getByText(/^\/claim \d+$/).textContent()) ?? '';
  const run = async (name: string, text: string) => {
    await page.goto(`${site.urls.sandbox}/chat`);
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Message').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  await run('claimer', '/claim 999999');
  await expect(page.getByRole('status')).toContainText("There's no booking 999999 to claim.");
  await run('claimer', '/dance');
  await expect(page.getByRole('status')).toContainText('I know one command');
  await run('claimer', command);
  await expect(page.getByRole('status')).toContainText("we've emailed its student");
  const link =
    /https?:\/\/\S+claim=\S+/.exec(
      await mailTo(site, demo.student.email, /^Is this you on Discord/),
    )?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: "Yes, that's me" }).click();
  await expect(page.getByText('Discord connected as claimer.')).toBeVisible();
  await run('claimer', command);
  await expect(page.getByRole('status')).toContainText(
    'is yours. Your coach will meet you on this server.',
  );
  const forged = await page.request.post(`${site.urls.api}/api/discord/interactions/`, {
    headers: { 'x-signature-ed25519': '0'.repeat(128), 'x-signature-timestamp': '1' },
    data: { type: 1 },
  });
  expect(forged.status()).toBe(401);
});
