// Every form against odd text, repeated submits, slow and failing servers and expired tokens.
import type { Locator, Page } from 'playwright/test';
import { expect, human, type MinimalServer, main, signedIn, test } from './support/any-server/site';
import type { Form } from './support/forms/form';
import { forms } from './support/forms/forms';

const odd: Record<string, string> = {
  spaces: '   ',
  '10,000 characters': 'a'.repeat(10_000),
  emoji: '👩‍🚀🎮 gg 🏆',
  'right-to-left text': 'مرحبا، أريد أن أتحسن',
  HTML: '<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>',
};

async function open(page: Page, api: MinimalServer, form: Form): Promise<void> {
  if (form.member) await signedIn(page);
  await form.prepare?.(page, api);
  await page.goto(form.path);
  await form.open?.(page);
  for (const label of Object.keys(form.texts))
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
}
const fill = async (page: Page, form: Form, text: string) => {
  for (const label of Object.keys(form.texts))
    await page.getByLabel(label, { exact: true }).fill(text);
  await form.complete?.(page);
};
/** Returns the value at a path of a payload, such as `services.0.label`. */
const valueAt = (body: unknown, path: string) =>
  path.split('.').reduce((value, key) => Reflect.get(Object(value), key), body);
/** Returns the part of a text that a field takes. */
const keptBy = async (field: Locator, text: string) =>
  text.slice(0, Number((await field.getAttribute('maxlength')) ?? text.length));
const button = (page: Page, form: Form) =>
  main(page).getByRole('button', { name: form.button, exact: true });
const verify = async (page: Page, form: Form) => {
  if (!form.verified) return;
  await expect(page.getByRole('button', { name: /^(I am human|Solved)$/ })).toBeVisible();
  if ((await page.getByRole('button', { name: 'I am human' }).count()) > 0) await human(page);
};
const sent = (api: MinimalServer, form: Form) => api.calls.filter(({ call }) => call === form.call);
const expectTyped = async (page: Page, form: Form, text: string) => {
  for (const label of Object.keys(form.texts)) {
    const field = page.getByLabel(label, { exact: true });
    const address = (await field.getAttribute('type')) === 'email'; // browsers trim email fields
    await expect(field).toHaveValue(await keptBy(field, address ? text.trim() : text));
  }
};
const dismiss = async (page: Page) => {
  const dialog = page.getByRole('alertdialog');
  if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: 'OK' }).click();
};

const eachTime = ['register', 'booking'];

for (const [name, form] of Object.entries(forms)) {
  test.describe(name, { tag: eachTime.includes(name) ? [] : '@full' }, () => {
    test.describe.configure({ timeout: 60_000 });
    test.skip(form.confirms === true, 'it sends nothing before its confirm prompt is answered');

    test('sends odd text unchanged or refuses it with a message', async ({ page, api }) => {
      await open(page, api, form);
      for (const [what, text] of Object.entries(odd)) {
        api.answer(form.call, { status: 500, body: {} });
        const before = sent(api, form).length;
        await fill(page, form, text);
        await verify(page, form);
        await button(page, form).click();
        const words = [form.failure, ...(form.refusal ? [form.refusal] : [])].map((line) =>
          page.getByText(line),
        );
        const refused = main(page).locator('[aria-invalid=true]');
        await expect(
          words.reduce((any, line) => any.or(line), refused).first(),
          what,
        ).toBeVisible();
        const [call] = sent(api, form).slice(before);
        for (const [label, key] of Object.entries(form.texts)) {
          const typed = await keptBy(page.getByLabel(label, { exact: true }), text);
          if (call) expect([typed, typed.trim()], what).toContain(valueAt(call.body, key));
        }
        await dismiss(page);
        await expectTyped(page, form, text);
        expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
      }
    });

    test('rejects an empty form and sends nothing', { tag: ['@fault-11.16'] }, async ({
      page,
      api,
    }) => {
      test.skip(form.empty === null, 'it may be sent empty');
      await open(page, api, form);
      await form.empties?.(page);
      await verify(page, form);
      await button(page, form).click();
      await expect(page.getByText(form.empty as RegExp).first()).toBeVisible();
      expect(sent(api, form)).toEqual([]);
    });

    test('sends once after a double click and five Enters', async ({ page, api }) => {
      api.answer(form.call, { status: 500, body: {}, delayMs: 700 });
      await open(page, api, form);
      await fill(page, form, 'kim@example.com');
      await verify(page, form);
      await button(page, form).dblclick();
      for (let press = 0; press < 5; press++) await page.keyboard.press('Enter', { delay: 0 });
      await expect(page.getByText(form.failure).first()).toBeVisible();
      expect(sent(api, form)).toHaveLength(1);
    });

    test('sends once to a slow server and survives Back', {
      tag: '@full',
    }, async ({ page, api }) => {
      api.answer(form.call, { status: 500, body: {}, delayMs: 1500 });
      await page.goto('/cs2');
      await open(page, api, form);
      await fill(page, form, 'kim@example.com');
      await verify(page, form);
      await button(page, form).click();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Counter-Strike 2');
      await page.goForward();
      await form.open?.(page);
      await expect(button(page, form)).toBeVisible();
      await page.waitForTimeout(1800);
      expect(sent(api, form)).toHaveLength(1);
    });

    test('keeps the text during an outage and sends it afterwards', async ({
      page,
      api,
      expectErrors,
    }) => {
      await open(page, api, form);
      await fill(page, form, 'kim@example.com');
      await verify(page, form);
      const [, path = ''] = form.call.split(' ');
      expectErrors(`ERR_FAILED ${path}`);
      await button(page, form).waitFor(); // the page may read from the same path
      await page.route(`**${path}`, (route) => route.abort());
      await button(page, form).click();
      await expect(page.getByText(form.failure).first()).toBeVisible();
      await dismiss(page);
      await expectTyped(page, form, 'kim@example.com');
      await page.unroute(`**${path}`);
      api.answer(form.call, { body: { booking_id: 5, detail: 'Done.' } });
      await verify(page, form);
      await button(page, form).click();
      await expect.poll(() => sent(api, form).length).toBe(1);
    });

    test('keeps the text after the token expires', async ({ page, api }) => {
      test.skip(!form.member, 'needs no token');
      await open(page, api, form);
      await fill(page, form, 'kim@example.com');
      api.answer(form.call, { status: 401, body: { detail: 'Token is expired' } });
      await button(page, form).click();
      await expect(page.getByText(form.failure).first()).toBeVisible();
      await dismiss(page);
      await expectTyped(page, form, 'kim@example.com');
    });
  });
}
