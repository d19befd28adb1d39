import type { OpenPreview } from '@carry/contracts/console';
import { afterEach, expect, test } from 'vitest';
import { closePages, openPage } from '../../test/console-page';
import { Previews } from './previews';

afterEach(closePages);

const preview = (remote: string): OpenPreview => ({
  ...{ remote, channel: 'pr-1', version: '1.3.0-next' },
  ...{ expires: '2099-01-01T00:00:00Z', expired: false },
});
const open = () =>
  openPage(<Previews />, {
    path: '/previews',
    documents: { '/previews': [preview('mf-booking'), preview('mf-account')] },
  });

test.each([
  [
    'extends',
    'Extend pr-1 of mf-booking',
    { 'Days from now': '30' },
    'Extend',
    { action: 'preview-extend', days: 30 },
  ],
  ['ends', 'End pr-1 of mf-booking', {}, 'End it', { action: 'preview-end' }],
])('%s a preview', async (_, button, fields, confirm, change) => {
  const { press, fill, sent } = await open();
  await press(button);
  for (const [label, value] of Object.entries(fields)) await fill(label, value);
  await fill('Reason', 'more time');
  await press(confirm);
  const body = { remote: 'mf-booking', channel: 'pr-1', why: 'more time', ...change };
  expect(sent).toEqual([{ path: '/changes', csrf: 'token of the session', body }]);
});

test("offers the link of another team's preview, but no change", async () => {
  const { element } = await open();
  const labels = [...element.querySelectorAll('button')].map((button) =>
    button.getAttribute('aria-label'),
  );
  expect(labels).toEqual([
    'Link of pr-1 of mf-booking',
    'Extend pr-1 of mf-booking',
    'End pr-1 of mf-booking',
    'Link of pr-1 of mf-account',
  ]);
});

test('keeps the dialog of a link through a failed read', async () => {
  const { element, press, announce, refuse } = await open();
  await press('Link of pr-1 of mf-booking');
  const dialog = element.querySelector('dialog');
  expect(dialog).not.toBeNull();
  refuse(502);
  await announce('change');
  expect(element.querySelector('dialog')).toBe(dialog);
});

test('leads to what changed in a preview', async () => {
  const { element } = await open();
  const link = element.querySelector('[aria-label="What changed in pr-1 of mf-booking"]');
  expect(link?.getAttribute('href')).toBe('/remotes/mf-booking/compare?to=1.3.0-next');
});

test('keeps the values of the filter on a translated page', async () => {
  const { element } = await open();
  const option = element.querySelector('option:last-child') as HTMLOptionElement;
  option.textContent = 'mf-Konto';
  expect(option.value).toBe('mf-account');
});
