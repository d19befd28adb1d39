// All forms are one: the same names for browsers, the same way to say what is wrong, nothing sent before the page is alive.
import type { Page } from 'playwright/test';
import { expect, human, type MinimalServer, main, signedIn, test } from './any-server';
import { type Form, forms } from './forms';

async function open(page: Page, api: MinimalServer, form: Form): Promise<void> {
  if (form.member) await signedIn(page);
  await form.prepare?.(page, api);
  await page.goto(form.path);
  await form.open?.(page);
}
const fieldsOf = (page: Page) =>
  main(page)
    .locator('form :is(input, select, textarea)')
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[]).map(({ id, name, autocomplete }) => ({
        id,
        name,
        autocomplete: autocomplete as string,
      })),
    );

for (const [name, form] of Object.entries(forms)) {
  test(`${name}: its fields have names, ids that stay the same, and say what may be filled in`, async ({
    page,
    api,
  }) => {
    await open(page, api, form);
    await expect(main(page).getByRole('button', { name: form.button, exact: true })).toBeVisible();
    const fields = (await fieldsOf(page)).filter(({ name }) => name in form.fields);
    expect(
      Object.fromEntries(fields.map(({ name, autocomplete }) => [name, autocomplete])),
    ).toEqual(form.fields);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(Object.keys(form.fields).length);
    for (const { id } of fields) expect(id).toMatch(/^[a-z]+(-[a-z0-9]+)+$/);
  });

  test(`${name}: sent empty, the fields that are wrong say why, the title does, and the focus is where help is`, async ({
    page,
    api,
  }) => {
    test.skip(form.empty === null, 'it may be sent empty');
    await open(page, api, form);
    if (form.verified) await human(page);
    const title = await page.title();
    await main(page).getByRole('button', { name: form.button, exact: true }).click();
    await expect(page).toHaveTitle(`Error: ${title}`);
    const wrong = main(page).locator('form [aria-invalid=true]');
    await expect(wrong.first()).toHaveAccessibleDescription(form.empty as RegExp);
    const several = (await wrong.count()) > 1;
    const focused = several
      ? main(page)
          .locator('form [tabindex="-1"]')
          .filter({ hasText: form.empty as RegExp })
      : wrong;
    await expect(focused).toBeFocused();
  });

  test(`${name}: sent before the page is alive, nothing typed gets into an address`, async ({
    page,
    api,
    expectErrors,
  }) => {
    test.skip(Boolean(form.open) || name === 'coach notes', 'it is not in the HTML of the server');
    expectErrors(/ERR_FAILED .*\.js/);
    await page.route('**/*.js', (route) => route.abort());
    await form.prepare?.(page, api);
    await page.goto(form.path);
    for (const label of Object.keys(form.texts))
      await page.getByLabel(label, { exact: true }).fill('kim@example.com');
    await form.rest?.(page);
    const sent: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && sent.push(request.url()));
    await main(page)
      .locator('form')
      .first()
      .evaluate((form: HTMLFormElement) => form.requestSubmit());
    await page.waitForTimeout(300);
    expect(sent).toEqual([]);
    expect(page.url()).toMatch(new RegExp(`${form.path.replace(/[?]/g, '\\?')}$`));
  });
}

for (const path of ['/login', '/register']) {
  test(`${path} tells who is signed in already, with a way on; nobody else`, async ({
    page,
    api,
  }) => {
    api.answer('GET /api/my-sessions/', { body: [] });
    const notice = main(page).getByText('You are signed in already.');
    await page.goto(path);
    await expect(main(page).getByLabel('Email')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    await expect(notice).toBeHidden();
    await signedIn(page);
    await page.goto(path);
    await expect(notice).toBeVisible();
    await main(page).getByRole('link', { name: 'My Sessions' }).click();
    await expect(page).toHaveURL('/sessions');
  });
}
