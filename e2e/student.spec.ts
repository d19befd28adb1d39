import AxeBuilder from '@axe-core/playwright';
import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { chooseService, fillBooking, logIn, pay, pickSlot, signIn } from './support/site/actions';
import { expect, startSite, test } from './support/site/fixtures';

test('cancels in time and requests the guarantee', {
  tag: [
    '@ours',
    '@full',
    '@fault-student-cancel',
    '@fault-student-guarantee',
    '@extra-11',
    '@extra-12',
  ],
}, async ({ page, allowErrors }) => {
  allowErrors(/401 \/api\/bookings\/\d+\//); // the coach's page may read the booking during the sign-out
  const list = page.getByRole('main').getByRole('listitem');
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'cancel#1');
  await pickSlot(page, 5, 1);
  await expect(page.getByText(/^Free to move or cancel until \w+, \w+ \d+, /)).toBeVisible();
  const cancelled = await payAndList(page);
  await getCard(page, cancelled).getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'You get your full payment of $25.00 back',
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
  const back = list.filter({
    hasText: /refunding your payment of \$25\.00|payment of \$25\.00 has been refunded/,
  });
  await expect(back).toContainText('cancelled');
  await page.reload();
  await expect(back).toContainText('cancelled');

  await page.goto('/booking/1');
  await chooseService(page, 'Recorded match review');
  await fillBooking(page, 'guarantee#1');
  await expect(page.getByText('Free to')).toHaveCount(0);
  const number = await payAndList(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto(`/coach/bookings/${number}`);
  await page.getByLabel('Update Status').selectOption('completed');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Status updated')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page);
  await page.goto('/sessions');
  const untimed = list.filter({ hasText: 'Recorded match review' }).first();
  await untimed.getByRole('button', { name: 'Request a refund' }).click();
  await page.getByLabel('What went wrong?').fill('No sound.');
  await page.getByRole('button', { name: 'Send Request' }).click();
  const refunded = list.filter({
    hasText: /refunding your payment of \$18\.00|payment of \$18\.00 has been refunded/,
  });
  await expect(refunded).toContainText('completed');
  await page.reload();
  await expect(refunded).toContainText('completed');
});

/** Submits the form, pays, opens the sessions and returns the booking number. */
const payAndList = async (page: Page) => {
  const number = await pay(page);
  await page.goto('/sessions');
  return number;
};

const book = async (page: Page, contact: string, day: number) => {
  await page.goto('/booking/1');
  await fillBooking(page, contact);
  await pickSlot(page, day, 1);
  return payAndList(page);
};

/** Finds a card by number; other tests book as the same student. */
const getCard = (page: Page, number: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="/sessions/${number}"]`) });

test('moves a session and explains one cancelled meanwhile', {
  tag: ['@ours', '@fault-student-move', '@extra-11', '@extra-7'],
}, async ({ page, context, expectErrors }) => {
  await signIn(page);
  const number = await book(page, 'moving#1', 3);
  const card = getCard(page, number);
  const before = await card.locator('time').textContent();
  const calendar = card.getByRole('link', { name: 'Add to calendar' });
  const download = page.waitForEvent('download');
  await calendar.click();
  expect((await download).suggestedFilename()).toMatch(/^session-\d+\.ics$/);
  const file = async () =>
    (await page.request.get((await calendar.getAttribute('href')) ?? '')).text();
  expect(await file()).toContain('\r\nSEQUENCE:0\r\n');
  await card.getByRole('button', { name: 'Move session' }).click();
  await card
    .getByRole('button', { name: /, \d+ times$/ })
    .nth(2)
    .click();
  const pointed = new AxeBuilder({ page }).include('form').withRules('color-contrast');
  expect((await pointed.analyze()).violations).toEqual([]);
  const choice = card.getByRole('radio').nth(3);
  await choice.check();
  const chosen = await choice.inputValue();
  await card.getByRole('button', { name: 'Move to this time' }).click();
  await expect(card.getByText(`Moved from ${before}.`)).toBeFocused();
  await page.reload();
  await expect(card.locator('time')).toHaveAttribute('datetime', chosen);
  await expect(card.getByText(`Moved from ${before}.`)).toBeVisible();
  expect(await file()).toContain('\r\nSEQUENCE:1\r\n');

  await card.getByRole('button', { name: 'Move session' }).click();
  await card
    .getByRole('button', { name: /, \d+ times$/ })
    .nth(2)
    .click();
  await card.getByRole('radio').first().check();
  const elsewhere = await context.newPage();
  await elsewhere.goto('/sessions');
  await getCard(elsewhere, number).getByRole('button', { name: 'Cancel session' }).click();
  await elsewhere.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(elsewhere.getByText(/We're refunding your payment of \$25\.00/)).toBeVisible();
  expectErrors(
    /409 \/api\/my-sessions\/\d+\/move\//,
    /409 \/api\/my-sessions\/\d+\/times\//, // the form looks for another time
  );
  await card.getByRole('button', { name: 'Move to this time' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'This session is cancelled. Please book another one.',
  );
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(
    card.getByText(/refunding your payment of \$25\.00|payment of \$25\.00 has been refunded/),
  ).toBeFocused();
  await expect(card.getByRole('button', { name: 'Move to this time' })).toBeHidden();
});

test('offers neither move nor cancel after the deadline', {
  tag: ['@ours', '@full', '@fault-student-move', '@extra-11'],
}, async ({ browser, expectErrors }) => {
  const site = await startSite({ CANCEL_HOURS: '1440' });
  const page = await browser.newPage({ baseURL: site.urls.site });
  await signIn(page);
  await book(page, 'late#1', 2);
  await expect(
    page.getByText(/^It's too late to move or cancel this session yourself\. Your coach can still/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Move|Cancel) session$/ })).toHaveCount(0);
  expectErrors(/409 \/api\/my-sessions\/\d+\/move\//);
  const refused = await page.evaluate(async (api) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('access')}`,
      'content-type': 'application/json',
    };
    const list = await (await fetch(`${api}/api/my-sessions/`, { headers })).json();
    const { id, session_time } = list.find(
      ({ status }: { status: string }) => status === 'confirmed',
    );
    const later = new Date(Date.parse(session_time) + 86_400_000).toISOString();
    const body = JSON.stringify({ session_time: later });
    const path = `${api}/api/my-sessions/${id}/move/`;
    return (await fetch(path, { method: 'POST', headers, body })).json();
  }, site.urls.api);
  expect(refused).toEqual({
    detail:
      "It's too late to move this session. Your coach can still cancel it with a full refund.",
  });
  await page.close();
  await site.stop();
});

test('lets members, not visitors, report a review', { tag: ['@ours', '@extra-18'] }, async ({
  page,
}) => {
  await page.goto('/booking/1');
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report' })).toHaveCount(0);
  await signIn(page);
  await page.goto('/booking/1');
  const current = page.locator('[aria-roledescription=slide]:not([inert])');
  await current.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText("Thanks for reporting. We'll take a look.")).toBeVisible();
});
