import { afterAll, expect, test, vi } from 'vitest';
import { type Opened, openRenderer, type Start } from './open-releases';
import type { PoolOptions } from './render/pool/pool';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
const pools = vi.hoisted((): PoolOptions[] => []);
vi.mock('./render/pool/pool', () => ({
  NotRendered: class extends Error {},
  RenderPool: class {
    constructor(options: PoolOptions) {
      pools.push(options);
    }

    async prepare() {}
    async close() {}
  },
}));
vi.mock('./pages/render/api-revisions', () => ({ followRevisions: () => () => {} }));

test('judges no release by failures of the process of previews', async () => {
  const rendered = vi.fn();
  const start = { config: {}, dist: '', log() {} } as unknown as Start;
  const releases = { serves: () => true, onChange() {} };
  const { close } = openRenderer(start, {
    files: {},
    releases,
    health: { rendered },
  } as unknown as Opened);
  for (const { onBlame } of pools) onBlame?.('mf-booking@1.0.0-aaaaaaaaaaaa', 'it hung');
  const failure = { ms: 0, error: 'it hung' };
  expect(rendered.mock.calls.map(([, , outcome]) => outcome)).toEqual([
    { ...failure, judged: true },
    { ...failure, judged: false },
  ]);
  await close();
});

test('drops the missing paths of many reads at once', async () => {
  vi.useFakeTimers();
  const releases = { serves: () => true, onChange() {} };
  pools.length = 0;
  const start = { config: {}, dist: '' } as unknown as Start;
  const { renderer } = openRenderer(start, { files: {}, releases } as unknown as Opened);
  const drop = vi.spyOn(renderer.cache, 'drop');
  for (let read = 0; read < 1000; read++) pools[0]?.onGone?.(`/api/coaches/${read % 2}/`);
  vi.advanceTimersByTime(100);
  expect(drop).toHaveBeenCalledTimes(1);
  expect([...(drop.mock.calls[0]?.[0] ?? [])]).toEqual(['/api/coaches/0/', '/api/coaches/1/']);
  pools[0]?.onGone?.('/api/coaches/2/');
  vi.advanceTimersByTime(100);
  expect([...(drop.mock.calls[1]?.[0] ?? [])]).toEqual(['/api/coaches/2/']);
  vi.useRealTimers();
});

test('waits longer for pages of a release candidate', () => {
  const releases = { serves: () => true, onChange() {} };
  const opened = { files: {}, releases } as unknown as Opened;
  for (const candidateStore of [undefined, {}]) {
    pools.length = 0;
    openRenderer({ config: {}, dist: '', candidateStore } as unknown as Start, opened);
    expect(pools[0]?.limits?.waitMs).toBe(candidateStore && 20_000);
  }
});
