// Counts what a person does.
import type { BrowserContext, Locator } from 'playwright/test';

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
