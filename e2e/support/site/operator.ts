import { calls } from '@carry/contracts/api';
import { demo } from 'api/demo';
import { Secret, TOTP } from 'otpauth';
import { expect, type Page } from 'playwright/test';
import { bookAndPay, logIn } from './actions';
import type { Site } from './fixtures';

/** Unused recovery codes of this worker's site. */
let recoveryCodes: string[] = [];
let secret: Secret | null = null;

/** Returns another code of the app: the step of the set-up is used. */
export const nextCode = (): string => {
  if (!secret) throw new Error('no second factor is set up');
  return new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
};

/** Returns the recovery codes. `look` sees the QR code and the codes. */
export async function setUpSecondFactor(
  page: Page,
  look = async (_: string) => {},
): Promise<string[]> {
  await page.getByRole('button', { name: 'Set up second factor' }).click();
  const key = page.getByText(/^[A-Z2-7]{32}$/);
  await look('QR code');
  secret = Secret.fromBase32((await key.textContent()) ?? '');
  await page.getByLabel('6-digit code from the app').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByText(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  await expect(codes).toHaveCount(10);
  await look('recovery codes');
  const all = await codes.allTextContents();
  await page.getByRole('button', { name: "I've saved them" }).click();
  return all;
}

export async function enterRecoveryCode(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes.pop() ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs the demo operator in, with the set-up on the first visit. `look` sees the first page. */
export async function enterConsole(page: Page, look = async (_: string) => {}): Promise<void> {
  await logIn(page, demo.operator.email, demo.operator.password);
  await page.goto('/operator');
  await expect(page.getByRole('button', { name: /^(Set up|Continue)/ })).toBeVisible();
  const isFirst = recoveryCodes.length === 0;
  await look(isFirst ? 'protect' : 'code');
  if (isFirst) recoveryCodes = await setUpSecondFactor(page);
  else await enterRecoveryCode(page);
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
}

/** Books and pays an hour for 25 USD, and reports a review with a reason. */
export async function payAndReport(page: Page): Promise<void> {
  await bookAndPay(page, 'console#1');
  await page.goto('/booking/1');
  const current = page.locator('[aria-roledescription=slide]:not([inert])');
  await current.getByRole('button', { name: 'Report' }).click();
  await page.getByLabel("What's wrong with it?").selectOption('Spam or an ad');
  await page.getByLabel('Anything else? (optional)').fill('Sells a course.');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Thanks for reporting.')).toBeVisible();
}

/** Ends the operator session, as two hours do. The page keeps its state. */
export async function endOperatorSession(page: Page, site: Site): Promise<void> {
  const access = await page.evaluate(() => localStorage.getItem('access'));
  const { ok } = await fetch(`${site.urls.api}/api/operator/session/end/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: '{}',
  });
  expect(ok).toBe(true);
}

interface Answer {
  call: string;
  status: number;
  body: object;
}

/** Sends each call of an operator, about the first row of its list, with an access token. */
export const sendOperatorCalls = (site: Site, token: string | null): Promise<Answer[]> =>
  Promise.all(
    Object.keys(calls)
      .filter((call) => call.includes(' /api/operator/'))
      .map(async (call) => {
        const [method = '', path = ''] = call.split(' ');
        const response = await fetch(site.urls.api + path.replace('{id}', '1'), {
          method,
          headers: {
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(method !== 'GET' && { body: JSON.stringify({ code: '000000' }) }),
        });
        return { call, status: response.status, body: (await response.json()) as object };
      }),
  );
