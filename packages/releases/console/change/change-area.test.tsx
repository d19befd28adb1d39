import { act } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { closePages, type OpenedPage, openPage } from '../../test/console-page';
import { useAsk } from './change-area';

afterEach(closePages);

function Ask({ action }: { action: 'lock' | 'unlock' }) {
  const ask = useAsk();
  const question = `Really ${action}?`;
  return (
    <button
      type="button"
      onClick={() =>
        ask({
          ...{ question, note: 'For all.', confirm: 'Send' },
          build: (_, why) => ({ action, remote: 'mf-booking', why }),
        })
      }
    >
      {action}
    </button>
  );
}

const open = () =>
  openPage(
    <>
      <Ask action="lock" />
      <Ask action="unlock" />
      <Link to="/?next">Same page</Link>
      <Link to="/other">Other page</Link>
    </>,
    { path: '/*', at: '/', documents: {} },
  );

const dialog = ({ element }: OpenedPage) => element.querySelector('dialog');
const banners = ({ element }: OpenedPage) =>
  [...element.querySelectorAll('.danger')].map(({ textContent }) => textContent);

/** Sends a change and closes its dialog before the reply. */
async function sendAndCancel(page: OpenedPage) {
  const reply = page.holdReplies();
  await page.press('lock');
  await page.press('Send');
  await page.press('Cancel');
  return reply;
}

async function follow(page: OpenedPage, name: string) {
  const link = [...page.element.querySelectorAll('a')].find((a) => a.textContent === name);
  await act(async () => link?.click());
}

describe('a change whose dialog was closed', () => {
  test.each([
    [null, []],
    [409, ['Really lock? Refused.Dismiss']],
  ])('keeps another dialog and its reason after status %s', async (status, shown) => {
    const page = await open();
    const reply = await sendAndCancel(page);
    await page.press('unlock');
    await page.fill('Reason', 'the final is over');
    page.refuse(status);
    await reply();
    expect(dialog(page)?.textContent).toContain('Really unlock?');
    expect(page.field('Reason').value).toBe('the final is over');
    expect(dialog(page)?.textContent).not.toContain('Refused.');
    expect(banners(page)).toEqual(shown);
  });

  test('shows its failure on another page, until dismissed', async () => {
    const page = await open();
    const reply = await sendAndCancel(page);
    await follow(page, 'Other page');
    page.refuse(409);
    await reply();
    expect(banners(page)).toEqual(['Really lock? Refused.Dismiss']);
    await page.press('Dismiss');
    expect(banners(page)).toEqual([]);
  });

  test('removes its failure when it is sent again', async () => {
    const page = await open();
    const reply = await sendAndCancel(page);
    page.refuse(409);
    await reply();
    page.refuse(null);
    await page.press('lock');
    await page.press('Send');
    expect(banners(page)).toEqual([]);
    expect(page.element.textContent).toContain('It is done.');
  });
});

test('sends another change while an earlier one is sent', async () => {
  const page = await open();
  const reply = await sendAndCancel(page);
  await page.press('unlock');
  expect(dialog(page)?.textContent).not.toContain('Working…');
  await page.press('Send');
  expect(dialog(page)?.textContent).toContain('Working…');
  await reply();
  expect(page.sent).toHaveLength(2);
});

test('shows a refusal in its own dialog only', async () => {
  const page = await open();
  await page.press('lock');
  page.refuse(409);
  await page.press('Send');
  expect(dialog(page)?.textContent).toContain('Refused.');
  expect(banners(page)).toHaveLength(1);
  await page.press('Cancel');
  expect(banners(page)).toEqual([]);
});

test('closes a dialog when the page changes', async () => {
  const page = await open();
  await page.press('lock');
  await follow(page, 'Same page');
  expect(dialog(page)).not.toBeNull();
  await follow(page, 'Other page');
  expect(dialog(page)).toBeNull();
});
