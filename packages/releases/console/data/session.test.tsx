import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { closePages, openPage } from '../../test/console-page';
import { useAsk } from '../change/change-area';
import { useDocument } from './use-document';

afterEach(closePages);

function Lock() {
  const ask = useAsk();
  const { value } = useDocument<string>('/overview');
  const lock = () =>
    ask({
      ...{ question: 'Lock it?', note: 'Nothing goes live.', confirm: 'Lock' },
      build: (_, why) => ({ action: 'lock', remote: 'mf-booking', why }),
    });
  return (
    <button type="button" onClick={lock}>
      Ask {value}
    </button>
  );
}

const open = (refused: number | null = null) =>
  openPage(<Lock />, { documents: { '/overview': 'here' }, refused });

test('keeps a typed reason when the session has ended', async () => {
  const page = await open();
  await page.press('Ask here');
  await page.fill('Reason', 'the final');
  page.refuse(401);
  await page.press('Lock');
  expect(page.sent).toEqual([]);
  expect(page.element.textContent).toContain('Your session has ended');
  const link = page.element.querySelector('a');
  expect([link?.textContent, link?.target]).toEqual(['Sign in', '_blank']);

  page.refuse(null);
  await page.press('Continue');
  expect(page.element.textContent).not.toContain('Your session has ended');
  await page.press('Lock');
  expect(page.sent.map(({ body }) => body)).toEqual([
    { action: 'lock', remote: 'mf-booking', why: 'the final' },
  ]);
});

test('opens the dialog again that the browser closed', async () => {
  const page = await open();
  page.refuse(401);
  await page.announce('change');
  const dialog = page.element.querySelector('dialog');
  const close = () => {
    dialog?.close();
    dialog?.dispatchEvent(new Event('close'));
  };
  close();
  expect(dialog?.open).toBe(true);

  page.refuse(null);
  await page.press('Continue');
  close();
  expect(dialog?.open).toBe(false);
});

test('resumes after a sign-in in another tab', async () => {
  const page = await open();
  await page.announce('ready');
  page.refuse(401);
  await page.announce('change');
  expect(page.element.textContent).toContain('Your session has ended');
  await page.setHidden(true);
  page.refuse(null);
  await page.setHidden(false);
  await page.announce('ready');
  expect(page.element.textContent).toBe('Ask here');
});

test('opens a refused stream again after a new sign-in', async () => {
  const page = await open();
  await page.announce('ready');
  page.refuse(401);
  await page.refuseStream();
  expect(page.element.textContent).toContain('Your session has ended');
  expect(page.openStreams()).toBe(0);
  page.refuse(null);
  await page.press('Continue');
  expect(page.openStreams()).toBe(1);
  page.reads.length = 0;
  await page.announce('ready');
  expect(page.reads).toContain('/overview');
});

test('opens a stream again that a proxy refused', async () => {
  const page = await open();
  await page.announce('ready');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    await page.refuseStream();
    expect(page.openStreams()).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(page.openStreams()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('shows how to sign in without a session', async () => {
  const { element } = await open(401);
  expect(element.textContent).toBe('Signed out');
});

test('loads the session again after a failure of the server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    const page = await open(503);
    expect(page.element.textContent).toBe('Refused.');
    page.refuse(null);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(page.element.textContent).toBe('Ask here');
  } finally {
    vi.useRealTimers();
  }
});
