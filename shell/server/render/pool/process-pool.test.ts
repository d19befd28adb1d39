import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_MENU } from '../../../universal/page/boot';
import { poolDefaults } from './limits';
import { NotRendered, RenderPool } from './pool';
import { ProcessPool } from './process-pool';
import type { RenderProcess } from './render-process';

function createPool() {
  const started: { silentMs: number }[] = [];
  const pool = new ProcessPool({ ...poolDefaults, processes: 2 }, () => {
    const process = {
      ...{ ready: true, load: 0, releaseCount: 0, current: 'frame', silentMs: 0 },
      has: () => false,
      silentFor: () => process.silentMs,
    };
    started.push(process);
    return process as Partial<RenderProcess> as RenderProcess;
  });
  const failToStart = (process: unknown) => pool.remove(process as RenderProcess, true);
  return { pool, started, failToStart };
}

describe('a process that fails to start', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('leaves the pages to the other processes', () => {
    const { pool, started, failToStart } = createPool();
    pool.prepare();
    failToStart(started[0]);
    expect(pool.for('a')).toBe(started[1]);
    expect(started).toHaveLength(2);
  });

  it('leaves them to a slow process rather than none', () => {
    const { pool, started, failToStart } = createPool();
    pool.prepare();
    failToStart(started[0]);
    for (const process of started) process.silentMs = 1000;
    expect(pool.for('a')).toBe(started[1]);
  });

  it('takes no page from the others if it was isolated', () => {
    const { pool, started, failToStart } = createPool();
    failToStart(pool.getIsolated());
    expect(() => pool.getIsolated()).toThrow(NotRendered);
    expect(() => pool.for('a')).toThrow(new NotRendered('render processes fail to start'));
    vi.advanceTimersByTime(1000);
    expect(pool.for('a')).toBe(started[1]);
  });
});

it('counts pages that found no process', async () => {
  const setup = { apiUrl: '', apiBudgetMs: 1 };
  const pool = new RenderPool({ bundle: '/nowhere/render.cjs', setup, limits: { processes: 1 } });
  const request = {
    ...{ pathname: '/', search: '', owned: true, suggestion: null, previews: [] },
    ...{ site: fakeSite, menu: EMPTY_MENU, requestId: 'test', now: 0 },
  };
  const render = (signal?: AbortSignal) =>
    pool.render({ key: 'frame', code: async () => null }, request, signal);
  await expect(render()).rejects.toThrow('render processes fail to start');
  expect(pool.stats()).toMatchObject({ processes: 0, givenUp: 1 });
  await expect(render(AbortSignal.abort())).rejects.toThrow('the client disconnected');
  expect(pool.stats().givenUp).toBe(1);
  await pool.close();
});
