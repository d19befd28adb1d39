import { expect, test, vi } from 'vitest';
import { grantedFrames, ownRelease, PagePrinter, type PageView } from './print-page';

test('fails each request of an unprintable cached page', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const page = { key: 'mf-a@1 /', outcome: 'hit', owner: null, loaderData: {} };
  const view = { page, composition: { id: 'a' }, previews: [] } as unknown as PageView;
  const printer = new PagePrinter({} as ConstructorParameters<typeof PagePrinter>[0]);
  for (let visitor = 0; visitor < 2; visitor++)
    await expect(printer.print(view, 'gzip')).rejects.toThrow(TypeError);
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('keeps no page with a preview for other visitors', async () => {
  const made = vi.fn();
  class Printer extends PagePrinter {
    protected override makeTemplate = made.mockResolvedValue(null);
  }
  const page = { key: 'mf-a@1 /', outcome: 'hit', owner: null, loaderData: {} };
  const previews = [{ remote: 'mf-a', channel: 'pr-1', version: '', commit: '', state: 'ended' }];
  const printer = new Printer({} as ConstructorParameters<typeof PagePrinter>[0]);
  for (const shown of [previews, []]) {
    const view = { page, composition: { id: 'a' }, previews: shown } as unknown as PageView;
    await expect(printer.print(view, 'gzip')).rejects.toThrow(TypeError);
    expect(made).toHaveBeenCalledTimes(shown.length > 0 ? 0 : 1);
  }
});

test.each([
  [['https://clips.example'], true],
  [['https://other.example'], undefined],
  [undefined, undefined],
])('a page with the frames %j has its own document: %s', (frames, ownDocument) => {
  const page = { owner: { ref: { name: 'mf-a' } }, frames };
  const composition = { getFrames: () => ['https://clips.example'], getNeeds: () => ({}) };
  const release = ownRelease({ page, composition } as unknown as PageView);
  expect(release?.ownDocument).toBe(ownDocument);
});

test('all pages of a remote that shows frames at once allow them', () => {
  const frames = ['https://clips.example'];
  const composition = { getFrames: () => frames, getNeeds: () => ({ frames }) };
  const page = { owner: { ref: { name: 'mf-a' } } };
  expect(grantedFrames({ page, composition } as unknown as PageView)).toEqual(frames);
});
