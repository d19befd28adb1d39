import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { OpenedPreview } from '../../universal/page/boot';
import { flagExposures } from '../monitoring/metrics';
import { answerPage, type PageParts } from './pages';

const release = { name: 'mf-booking', version: '1.0.0-aaaaaaaaaaaa' };

/** Returns the report tokens and the counted flags of a visit. */
async function visit(previews: Partial<OpenedPreview>[], cookie = ''): Promise<[number, number]> {
  const newView = vi.fn(() => 'token');
  const sent = vi.fn();
  flagExposures.reset();
  const composition = { records: new Map(), refs: [release] };
  const parts = {
    config: { previews: 'open', reportShare: 1 },
    releases: {
      needsVisitor: () => false,
      compositionFor: () => composition,
      flagsFor: () => ({}),
      getExposures: () => [{ flag: 'new-form', isOn: true }],
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
  const answer = await app.request('/', { headers: { cookie } });
  expect(await answer.text()).toBe('this site prints no page');
  expect(sent).toHaveBeenCalledTimes(newView.mock.calls.length);
  const { values } = await flagExposures.get();
  return [newView.mock.calls.length, values.reduce((sum, { value }) => sum + value, 0)];
}

test('measures an ordinary visit', async () => {
  expect(await visit([])).toEqual([1, 1]);
});

test('measures no visit with an opened preview', async () => {
  expect(await visit([{ state: 'on' }])).toEqual([0, 0]);
  expect(await visit([{ state: 'off' }])).toEqual([0, 0]);
});

test('measures no visit with a flag that the visitor chose', async () => {
  expect(await visit([], 'carry_flags=mf-booking.new-form:on')).toEqual([0, 0]);
});
