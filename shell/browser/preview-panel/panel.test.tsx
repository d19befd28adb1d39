import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { OpenedPreview } from '../../universal/page/boot';
import type { PreviewDetails } from '../../universal/page/preview-details';
import { Panel } from './panel';

const opened: OpenedPreview = {
  ...{ remote: 'mf-help', channel: 'pr-1', version: '1.0.0-0123456789ab', commit: 'abc' },
  state: 'on',
};
const details: PreviewDetails = {
  ...opened,
  ...{ token: 'mf-help@pr-1.x', by: null, who: null, since: null, until: '2026-11-30T10:00:00Z' },
  ...{ start: '/help', difference: null, pictures: [], live: null, notable: true },
};

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** Opens the panel on a page of `seen`. `current`: the preview as it is now. Returns the notes that are sent. */
async function open(current: PreviewDetails, seen = opened) {
  const sent: { version: string }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    if (init.body) sent.push(JSON.parse(String(init.body)));
    return Response.json({ previews: [current], console: 'https://releases.example/console' });
  });
  const router = {
    state: { location: { pathname: '/help', search: '' } },
    subscribe: () => () => {},
  } as unknown as Parameters<typeof Panel>[0]['router'];
  render(<Panel previews={[seen]} findOwner={() => 'mf-help'} router={router} />);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Details' })));
  return sent;
}

const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note');

async function sendNote() {
  fireEvent.change(note(), { target: { value: 'Too small.' } });
  await act(async () => void fireEvent.submit(document.forms[0] as HTMLFormElement));
}

test('sends a note on the release that the page shows', async () => {
  const sent = await open({ ...details, version: '1.0.0-ba9876543210' });
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  await sendNote();
  expect(sent).toMatchObject([{ version: '1.0.0-0123456789ab' }]);
});

test('takes no note on a preview that the page does not show', async () => {
  await open(details, { ...opened, state: 'off' });
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send note' })).toBeNull();
});

test('shows an unsent note after the preview has ended', async () => {
  await open(details);
  fireEvent.change(note(), { target: { value: 'Too small.' } });
  cleanup();
  await open({ ...details, state: 'ended', version: '' }, { ...opened, state: 'ended' });
  expect([note().value, note().readOnly]).toEqual(['Too small.', true]);
  fireEvent.click(screen.getByRole('button', { name: 'Copy note' }));
  expect(await screen.findByText(/Copied|The note is selected/)).toBeTruthy();
});

test.each([
  ['composes', { isComposing: true }],
  ['composes in Safari', { keyCode: 229 }],
])('stays open on Escape while the reviewer %s', async (_, key) => {
  await open(details);
  fireEvent.keyDown(note(), { key: 'Escape', ...key });
  expect(screen.getByRole('dialog')).toBeTruthy();
  fireEvent.keyDown(note(), { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('links to all open previews in the console', async () => {
  await open(details);
  expect(screen.getByRole('link', { name: 'All open previews' }).getAttribute('href')).toBe(
    'https://releases.example/console/previews',
  );
});
