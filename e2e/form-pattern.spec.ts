// The form pattern: autocomplete names, error messages, and no submit before hydration.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { root } from 'workspace';
import { expect, human, type MinimalServer, main, signedIn, test } from './support/any-server/site';
import type { Form } from './support/forms/form';
import { forms } from './support/forms/forms';

async function open(page: Page, api: MinimalServer, form: Form): Promise<void> {
  if (form.member) await signedIn(page);
  await form.prepare?.(page, api);
  await page.goto(form.path);
  await form.open?.(page);
}
const readForm = (page: Page, { id }: Form) => main(page).locator(`form#${id}`);
const getButton = (page: Page, form: Form) =>
  main(page).getByRole('button', { name: form.button, exact: true });
/** Fields that the form sends. A chosen picture leaves its input at once. */
const readFields = (page: Page, form: Form) =>
  readForm(page, form)
    .locator(':is(input:not([type=file]), select, textarea):not([hidden])')
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[]).map(({ id, name, autocomplete }) => ({
        id,
        name,
        autocomplete: autocomplete as string,
      })),
    );

/** Forms of components that get their id from the component around them. */
const GIVEN_IDS: Record<string, string[]> = {
  'mf-operator/src/bookings/partial-refund.tsx': ['partial-refund', 'partial-settle'],
  'mf-operator/src/second-factor/code-form.tsx': [
    'change-operator',
    'recovery-codes',
    'second-factor',
  ],
};

test('covers every form of the remotes, built the shared way', {
  tag: ['@extra-B6'],
}, () => {
  const remotes = readdirSync(root).filter((folder) => folder.startsWith('mf-'));
  const folders = [...remotes.map((remote) => `${remote}/src`), 'packages/remote-kit/src/sign-in'];
  const files = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
  const made = files.flatMap(({ file, text }) =>
    [...text.matchAll(/\buseForm(?:<[^(]*>)?\(\s*(?:['`]([\w-]+?)(?:-\$|['`]))?/g)].flatMap(
      ([, id]) => id ?? GIVEN_IDS[file] ?? `no id in ${file}`,
    ),
  );
  expect(made.sort()).toEqual(
    Object.values(forms)
      .map(({ id }) => id.replace(/-\d+$/, ''))
      .sort(),
  );
  const isOwn = ({ text }: { text: string }) => /<form\b(?![^>]*method="get")/.test(text);
  expect(files.filter(isOwn).map(({ file }) => file)).toEqual([]);
});

/** Forms whose refusals are tested daily, one of each area. All forms show them by the same code. */
const REFUSED_DAILY = ['login', 'account password', 'profile', 'new coach'];

/** Of the coaches' and operators' forms, one each is tested daily. */
const isDaily = (name: string, { path }: Form) =>
  REFUSED_DAILY.includes(name) || !/^\/(coach|operator)/.test(path);

for (const [name, form] of Object.entries(forms)) {
  test(`${name}: has named fields and explains invalid ones in title and focus`, {
    tag: [isDaily(name, form) ? [] : '@full', '@extra-x3', '@extra-B6'].flat(),
  }, async ({ page, api }) => {
    await open(page, api, form);
    await expect(getButton(page, form)).toBeVisible();
    const fields = await readFields(page, form);
    expect(
      Object.fromEntries(fields.map(({ name, autocomplete }) => [name, autocomplete])),
    ).toEqual(form.fields);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    for (const { id } of fields) expect(id).toMatch(/^[a-z]+(-[a-z0-9]+)+$/);
    if (form.empty === null) return; // it may be sent empty

    if (form.verified) await human(page);
    await form.empties?.(page);
    const title = await page.title();
    await getButton(page, form).click();
    await expect(page).toHaveTitle(`Error: ${title}`);
    const wrong = readForm(page, form).locator('[aria-invalid=true]');
    await expect(wrong.first()).toHaveAccessibleDescription(form.empty);
    const several = (await wrong.count()) > 1;
    const focused = several
      ? readForm(page, form).locator('[tabindex="-1"]').filter({ hasText: form.empty })
      : wrong;
    await expect(focused).toBeFocused();
  });

  // the others show failures in an alert, as specified, or nowhere
  if (form.failsBy === undefined)
    test(`${name}: shows a refusal at the focus and in the title`, {
      tag: REFUSED_DAILY.includes(name) ? [] : '@full',
    }, async ({ page, api }) => {
      await open(page, api, form);
      for (const label of Object.keys(form.texts))
        await page.getByLabel(label, { exact: true }).fill('kim@example.com');
      await form.complete?.(page);
      if (form.verified) await human(page);
      api.answer(form.call, { status: 500, body: {} });
      const title = (await page.title()).replace(/^Error: /, ''); // a failed login opens one form
      await getButton(page, form).click();
      if (form.confirms) await page.getByRole('button', { name: 'Confirm' }).click();
      const problem = readForm(page, form).getByRole('alert').filter({ hasText: form.failure });
      await expect(problem).toBeFocused();
      await expect(page).toHaveTitle(`Error: ${title}`);
    });

  if (form.open || form.later) continue; // not in the HTML of the server
  test(`${name}: keeps typed text out of addresses before hydration`, {
    tag: [['login', 'booking'].includes(name) ? [] : '@full', '@extra-x3'].flat(),
  }, async ({ page, api, expectErrors }) => {
    expectErrors(
      ...['index', 'lib-react', 'lib-router'].map(
        (file) => `ERR_FAILED /assets/static/js/${file}.js`,
      ),
      /ERR_FAILED mf-[a-z]+\/remoteEntry\.js/,
      /ERR_FAILED mf-[a-z]+\/__federation_expose_remote\.js/,
      /ERR_FAILED mf-[a-z]+\/route-[a-z-]+\.js/,
    );
    await page.route('**/*.js', (route) => route.abort());
    await form.prepare?.(page, api);
    await page.goto(form.path);
    for (const label of Object.keys(form.texts))
      await page.getByLabel(label, { exact: true }).fill('kim@example.com');
    await form.complete?.(page);
    const sent: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && sent.push(request.url()));
    await readForm(page, form).evaluate((form: HTMLFormElement) => form.requestSubmit());
    await page.waitForTimeout(300);
    expect(sent).toEqual([]);
    expect(page.url()).toMatch(new RegExp(`${form.path.replace(/[?]/g, '\\?')}$`));
  });
}

for (const name of ['review', 'refund', 'reply'])
  test(`${name}: keeps its text over a reload until it is cancelled`, {
    tag: ['@fault-H15', '@extra-9'],
  }, async ({ page, api }) => {
    const form = forms[name] as Form;
    await open(page, api, form);
    const field = page.getByLabel(Object.keys(form.texts).at(-1) ?? '', { exact: true });
    await field.fill('No sound after ten minutes.');
    page.once('dialog', (dialog) => dialog.accept()); // asks before the reload, unlike Safari on iPhone
    await page.reload();
    await expect(field).toHaveValue('No sound after ten minutes.');
    await readForm(page, form).getByRole('button', { name: 'Cancel' }).click();
    await form.open?.(page);
    await expect(field).toHaveValue('');
  });

test('dims a busy button under the pointer', async ({ page, api }) => {
  const form = forms['become a coach'] as Form;
  await open(page, api, form);
  for (const label of Object.keys(form.texts))
    await page.getByLabel(label, { exact: true }).fill('kim@example.com');
  await form.complete?.(page);
  await page.route('**/api/coach-applications/', () => {}); // never answered
  await getButton(page, form).click();
  const busy = readForm(page, form).locator('button[aria-disabled=true]');
  await busy.hover({ force: true });
  const raised = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--color-raised)';
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
  await expect(busy).toHaveCSS('background-color', raised);
});

for (const path of ['/login', '/register']) {
  test(`${path} shows a notice to signed-in visitors only`, {
    tag: ['@extra-x4'],
  }, async ({ page, api }) => {
    api.answer('GET /api/my-sessions/', { body: [] });
    const notice = main(page).getByText("You're already signed in.");
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
