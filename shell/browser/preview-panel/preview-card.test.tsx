import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PreviewDetails } from '../../universal/page/preview-details';
import { PreviewCard } from './preview-card';

const preview: PreviewDetails = {
  ...{ remote: 'mf-help', channel: 'pr-1', version: '1.0.0', commit: 'abc', state: 'on' },
  ...{ token: 'mf-help@pr-1.x', by: null, who: null, since: null, until: '2026-11-30T10:00:00Z' },
  ...{ start: '/help', difference: null, pictures: [], live: null, notable: true },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (more: Partial<Parameters<typeof PreviewCard>[0]>) =>
  render(
    <PreviewCard
      {...{
        preview,
        seen: '1.0.0',
        isHere: true,
        pathname: '/help',
        search: '',
        onSwitch: () => {},
      }}
      {...more}
    />,
  );

test.each([
  [{}, '/help?preview=mf-help@pr-1.x'],
  [{ search: '?topic=refunds' }, '/help?topic=refunds&preview=mf-help@pr-1.x'],
  [{ search: '?token=secret&topic=refunds' }, '/help?topic=refunds&preview=mf-help@pr-1.x'],
  [{ isHere: false, pathname: '/cs2', search: '?a=1' }, '/help?preview=mf-help@pr-1.x'],
])('links to the page on the screen: %j', (more, link) => {
  open(more);
  const field = screen.getByLabelText<HTMLInputElement>('Link to mf-help pr-1');
  expect(field.value).toBe(`${location.origin}${link}`);
});

test.each([
  ['ended', /isn't available anymore/],
  ['unreachable', /We can't load it right now/],
] as const)('offers no link to a preview that is %s', (state, why) => {
  open({ preview: { ...preview, state } });
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByLabelText('Link to mf-help pr-1')).toBeNull();
});

test.each([
  ['another release', '0.9.0'],
  ['the live release', null],
])('asks to reload a page that shows %s', (_, seen) => {
  open({ seen });
  expect(screen.getByRole('alert').textContent).toMatch(/has changed since you opened the page/);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.queryByText(/You're seeing this version/)).toBeNull();
});

test('asks to reload a page that shows a preview switched off since', () => {
  open({ preview: { ...preview, state: 'off' } });
  expect(screen.getByRole('alert').textContent).toMatch(/was switched off after you opened/);
  expect(screen.queryByText(/you're seeing the live version/)).toBeNull();
});

test.each([
  ['the live release', null, 1],
  ['the preview', '1.0.0', 0],
])('explains an unreachable store to a page that shows %s', (_, seen, count) => {
  open({ preview: { ...preview, version: '', state: 'unreachable' }, seen });
  expect(screen.queryAllByText(/you're seeing the live version/)).toHaveLength(count);
});

test('names who opened it, with the key in the title', () => {
  const since = '2026-11-28T10:00:00Z';
  open({ preview: { ...preview, by: 'the team of mf-help', who: 'key 9db06ec48dc37f75', since } });
  const author = screen.getByText('the team of mf-help');
  expect(author.title).toBe('key 9db06ec48dc37f75');
  expect(author.parentElement?.textContent).toMatch(/^Opened by the team of mf-help on Nov 28/);
});

test('selects the link in a browser without a clipboard', async () => {
  vi.stubGlobal('navigator', { clipboard: undefined });
  open({});
  const field = screen.getByLabelText<HTMLInputElement>('Link to mf-help pr-1');
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText(/The link is selected/)).toBeTruthy();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
});

test('copies the selected link in a browser without a clipboard', async () => {
  vi.stubGlobal('navigator', { clipboard: undefined });
  const execCommand = vi.fn(() => true);
  Object.assign(document, { execCommand });
  try {
    open({});
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('Copied.')).toBeTruthy();
  } finally {
    Reflect.deleteProperty(document, 'execCommand');
  }
  expect(execCommand).toHaveBeenCalledWith('copy');
});

const picture = (file: string) => ({ file, width: 320, height: 200 });

test.each([
  [picture('live.webp'), '1 page looks different'],
  [null, 'Pictures of 1 page'],
])('claims a difference only beside a picture of the live page: %j', (from, summary) => {
  const pictures = [{ name: '/help', from, to: picture('new.webp') }];
  open({ preview: { ...preview, live: '0.9.0', pictures } });
  expect(screen.getByText(summary)).toBeTruthy();
});

test('scrolls to the QR code', () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  open({});
  expect(scrolled).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'QR code' }));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});
