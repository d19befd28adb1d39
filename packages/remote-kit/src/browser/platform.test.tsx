import { afterEach, expect, test, vi } from 'vitest';
import { browserZone, copyText, isZone } from './platform';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

test.each(['Etc/Unknown', '', undefined, 'GMT+25', 'Mars/Olympus'])(
  'takes UTC where the browser says that its zone is %s',
  (timeZone) => {
    const resolved = new Intl.DateTimeFormat().resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...resolved,
      timeZone,
    } as Intl.ResolvedDateTimeFormatOptions);
    expect(browserZone()).toBe('UTC');
  },
);

test('takes the zone of a browser that knows it', () => {
  const resolved = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...resolved,
    timeZone: 'Asia/Tokyo',
  });
  expect(browserZone()).toBe('Asia/Tokyo');
  expect([isZone('Asia/Tokyo'), isZone('Etc/Unknown'), isZone('')]).toEqual([true, false, false]);
});

test('copies by the clipboard, and says where that is refused', async () => {
  const writeText = vi.fn(async (_: string) => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('/claim 1')).toBe(true);
  writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  expect(await copyText('/claim 1')).toBe(false);
});

test('copies by a selection where a page has no clipboard', async () => {
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
