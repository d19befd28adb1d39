// Counts what a person does.
import type { BrowserContext, Locator, Page } from 'playwright/test';
import { mailTo } from './actions';
import type { Site } from './fixtures';

interface Effort {
  clicks: number;
  fields: Set<string>;
}

/** Counts presses of the pointer and fields that get input, on the site and on the payment page. */
export async function countEffort(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { clicks: 0, fields: new Set() };
  await context.exposeBinding('countEffort', (_, field: string | null) => {
    if (field === null) effort.clicks++;
    else effort.fields.add(field);
  });
  await context.addInitScript(() => {
    const { countEffort } = window as unknown as { countEffort(field: string | null): void };
    addEventListener('pointerdown', (event) => event.isTrusted && countEffort(null), true);
    addEventListener(
      'input',
      ({ isTrusted, target }) =>
        isTrusted && target instanceof Element && target.id && countEffort(target.id),
      true,
    );
  });
  return effort;
}

/** Types like a person who has moved there with the Tab key. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.pressSequentially(text);
}

/** Logs in on the booking page with a code by mail. */
export async function logInByCode(page: Page, site: Site, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Log in without a password' }).click();
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Email'), address);
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  await dialog.getByLabel('Six-digit code').waitFor();
  const [code = ''] = /\d{6}/.exec(await mailTo(site, address, /sign-in code/)) ?? [];
  await type(dialog.getByLabel('Six-digit code'), code);
}
