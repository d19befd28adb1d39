import { afterEach, expect, test, vi } from 'vitest';
import { browserZone, copyText } from './platform';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

test.each(['Etc/Unknown', '', undefined, 'GMT+25', 'Mars/Olympus'])(
  'falls back to UTC for the browser zone %s',
  { tags: ['@fault-K7'] },
  (timeZone) => {
    const resolved = new Intl.DateTimeFormat().resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...resolved,
      timeZone,
    } as Intl.ResolvedDateTimeFormatOptions);
    expect(browserZone()).toBe('UTC');
  },
);

test('returns the browser’s zone if it is valid', () => {
  const resolved = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...resolved,
    timeZone: 'Asia/Tokyo',
  });
  expect(browserZone()).toBe('Asia/Tokyo');
});

test('copies to the clipboard and returns false if it is blocked', async () => {
  const writeText = vi.fn(async (_: string) => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('/claim 1')).toBe(true);
  writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  expect(await copyText('/claim 1')).toBe(false);
});

test('copies by selection without a clipboard API', { tags: ['@fault-K7'] }, async () => {
  vi.stubGlobal('navigator', {});
  expect(await copyText('/claim 1')).toBe(false);
  let copied = '';
  Object.assign(document, {
    execCommand() {
      copied = (document.activeElement as HTMLTextAreaElement).value;
      return true;
    },
  });
  expect([await copyText('/claim 1'), copied]).toEqual([true, '/claim 1']);
  expect(document.querySelector('textarea')).toBeNull();
});
