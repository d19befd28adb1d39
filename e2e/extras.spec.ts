import { demo } from 'api/demo';
import {
  chooseZone,
  daysLoaded,
  fillBooking,
  logIn,
  newAddress,
  pickSlot,
  settled,
  signIn,
} from './actions';
import { expect, test } from './fixtures';

test('a game without a coach takes an address, and says what is wrong with a bad one', {
  tag: '@ours',
}, async ({ page }) => {
  await page.goto('/dota2');
  await expect(page.getByRole('note')).toContainText('There are currently no coaches for Dota 2.');
  await expect(page.getByRole('note')).toContainText('Robin');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Counter-Strike 2' }),
  ).toHaveAttribute('href', '/cs2');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Your email').fill('nonsense');
  const tell = page.getByRole('button', { name: 'Tell me when a coach is available' });
  await tell.click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await page.getByLabel('Your email').fill('kim@example.com');
  await tell.click();
  await expect(
    page.getByText('We will write to you when a coach for Dota 2 is available.'),
  ).toBeVisible();
});

test('another time zone changes what is shown and never what is sent', async ({ page }) => {
  await signIn(page);
  await page.goto('/booking/1');
  await daysLoaded(page);
  await page
    .getByRole('button', { name: /\d+ times/ })
    .nth(2)
    .click();
  const first = page
    .getByRole('group', { name: /^\w{3}, / })
    .getByRole('button')
    .first();
  const home = await first.textContent();
  await chooseZone(page, 'Asia/Tokyo');
  await expect(page.getByText(/All times are in: Asia\/Tokyo \(GMT\+09:00\)/)).toBeVisible();
  await page
    .getByRole('button', { name: /\d+ times/ })
    .nth(2)
    .click({ trial: true });
  await expect(first).not.toHaveText(home ?? '');
  await first.click();
  await fillBooking(page, 'zone#1');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('create-booking'),
  );
  await page.getByRole('button', { name: 'Book Now' }).click();
  const { slot } = (await sent).postDataJSON() as { slot: { time: string; date: string } };
  const berlin = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Europe/Berlin',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
  });
  expect(berlin.format(new Date(`${slot.date}T${slot.time}:00Z`))).toBe(home);
  await expect(page.getByRole('heading', { name: /^Pay/ })).toBeVisible();
});

test('the dashboard of a coach is the list of bookings, that of a student the sessions', {
  tag: '@ours',
}, async ({ page }) => {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/coach-dashboard');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, demo.student.email, demo.student.password);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/sessions');
});

test('a coach copies the contact, takes a status back, and sees when the notes were saved', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'undo#1234');
  await pickSlot(page, 0, 6);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const number = /\d+/.exec((await page.getByText(/^\/claim \d+$/).textContent()) ?? '')?.[0];
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto(`/coach/bookings/${number}`);
  await page.getByRole('button', { name: 'Copy contact' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('undo#1234');
  await expect(page.getByText(/^Starts in /)).toBeVisible();

  const status = page.getByLabel('Update Status');
  await status.selectOption('cancelled');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status).toHaveValue('confirmed');
  await page.reload();
  await expect(status).toHaveValue('confirmed');

  await page.getByLabel('Coach Notes').fill('Entry timing.');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Coach Notes')).toHaveValue('Entry timing.');
});

test('pointing at Book Now reads the coach and the services; the click that follows reads nothing again', async ({
  page,
}) => {
  const read: string[] = [];
  page.on('request', (request) => read.push(new URL(request.url()).pathname));
  await page.goto('/cs2');
  await settled(page);
  const link = page.getByRole('link', { name: 'Book Now' });
  await Promise.all([
    page.waitForResponse('**/api/reviews/by-coach/1/'),
    page.waitForResponse('**/api/coaches/1/services/'),
    link.hover(),
  ]);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nova' })).toBeVisible();
  await daysLoaded(page);
  for (const path of ['/api/coaches/1/services/', '/api/reviews/by-coach/1/', '/api/coaches/1/'])
    expect(read.filter((asked) => asked === path)).toHaveLength(1);
});

test('a read that the network broke off goes on when it is back', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(
    /ERR_INTERNET_DISCONNECTED (mf-booking\/.*|\/api\/.*|\/_shell\/reports|\/assets\/favicon\.svg)/,
  );
  await page.goto('/cs2');
  await settled(page);
  const link = page.getByRole('link', { name: 'Book Now' });
  await Promise.all([page.waitForResponse('**/api/coaches/1/services/'), link.hover()]);
  await settled(page);
  await context.setOffline(true);
  await link.click();
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nova' })).toBeVisible();
  await expect(page.getByRole('button', { name: /\d+ times/ })).toHaveCount(0);
  await context.setOffline(false);
  await daysLoaded(page);
  await expect(page.getByRole('button', { name: /\d+ times/ }).first()).toBeVisible();
});

test('a member reports a review; a visitor cannot', { tag: '@ours' }, async ({ page }) => {
  await page.goto('/booking/1');
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report' })).toHaveCount(0);
  await signIn(page);
  await page.goto('/booking/1');
  const current = page.locator('[aria-roledescription=slide]:not([inert])');
  await current.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Reported. We will look at this review.')).toBeVisible();
});

test('after ten wrong passwords the page says how long to wait, and keeps what was typed', {
  tag: '@ours',
}, async ({ page, expectErrors }) => {
  expectErrors('401 /api/token/', '429 /api/token/');
  await page.goto('/login');
  const main = page.getByRole('main');
  const logInButton = main.getByRole('button', { name: 'Login' });
  const address = newAddress();
  await page.getByLabel('Email').fill(address);
  const wait = main.getByText('Too many attempts. Please try again in 15 minutes.');
  for (let time = 0; time < 10; time++) {
    await page.getByLabel('Password', { exact: true }).fill(`Wrong-${time}!`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/token/'));
    await logInButton.click();
    expect((await answered).status()).toBe(401);
    await expect(main.getByText('Invalid email or password.')).toBeVisible();
    await expect(wait).toHaveCount(0);
  }
  await logInButton.click();
  await expect(wait).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(address);
});
