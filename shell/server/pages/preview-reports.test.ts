import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { OpenedPreview } from '../../universal/page/boot';
import { answerPage, type PageParts } from './pages';

const release = { name: 'mf-booking', version: '1.0.0-aaaaaaaaaaaa' };

async function countReportTokens(previews: Partial<OpenedPreview>[]): Promise<number> {
  const newView = vi.fn(() => 'token');
  const sent = vi.fn();
  const composition = { records: new Map(), refs: [release] };
  const parts = {
    config: { previews: 'open', reportShare: 1 },
    releases: {
      needsVisitor: () => false,
      compositionFor: () => composition,
      flagsFor: () => ({}),
      getExposures: () => [],
      hasCanary: () => true,
    },
    previews: { of: async () => ({ previews, records: [], local: [] }) },
    renderer: { render: async () => ({ owner: { ref: release, pattern: '/' }, failed: true }) },
    reports: { newView, sent },
    printer: { print: () => Promise.reject(new Error('this site prints no page')) },
    hints: [],
  } as unknown as PageParts;
  const app = new Hono().get('/', (context) => answerPage(context, parts));
  app.onError((error, context) => context.text(error.message));
  expect(await (await app.request('/')).text()).toBe('this site prints no page');
  expect(sent).toHaveBeenCalledTimes(newView.mock.calls.length);
  return newView.mock.calls.length;
}

test('lets no page with an opened preview report', async () => {
  expect(await countReportTokens([])).toBe(1);
  expect(await countReportTokens([{ state: 'on' }])).toBe(0);
  expect(await countReportTokens([{ state: 'off' }])).toBe(0);
});
