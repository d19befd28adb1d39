import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRefreshLock } from './refresh-lock';
import { ACCESS_KEY, type TokenStore } from './tokens';

type Hold = (lock: object | null) => unknown;

/** The locks of all tabs of a browser, one after the other, as the standard has them. */
function createLocks() {
  const held = new Map<string, Promise<unknown>>();
  const log: string[] = [];
  async function request(name: string, ...given: [Hold] | [{ ifAvailable?: boolean }, Hold]) {
    const [options, hold] = given.length === 1 ? [{}, given[0]] : given;
    if (options.ifAvailable && held.has(name)) return hold(null);
    while (held.has(name)) await held.get(name);
    log.push(`${name} taken`);
    const run = (async () => hold({ name }))();
    const over = run.then(
      () => {},
      () => {},
    );
    held.set(name, over);
    try {
      return await run;
    } finally {
      held.delete(name);
      log.push(`${name} free`);
    }
  }
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) });
  return { log, locks: { request, query } };
}

/** Tabs of one browser, each of which sees what another one has stored this much later. */
function createTabs(lagMs: number) {
  const views: { access: string | null }[] = [];
  const exchanges: string[] = [];
  return {
    exchanges,
    open(answer: () => Promise<string | null> = async () => 'renewed') {
      const view = { access: 'stale' as string | null };
      views.push(view);
      const save = (access: string | null) => {
        view.access = access;
        setTimeout(() => {
          for (const other of views) other.access = access;
          window.dispatchEvent(Object.assign(new Event('storage'), { key: ACCESS_KEY }));
        }, lagMs);
      };
      const exchange = async () => {
        exchanges.push(view.access ?? 'none');
        const access = await answer();
        save(access);
        return access !== null;
      };
      const tokens = { access: () => view.access } as TokenStore;
      return { view, refresh: (stale = view.access) => withRefreshLock(tokens, stale, exchange) };
    },
  };
}

let log: string[];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  const made = createLocks();
  log = made.log;
  vi.stubGlobal('navigator', { locks: made.locks });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('whoever renews alone waits for nothing: the lock is free as soon as the answer is there', async () => {
  const renewed = createTabs(250).open().refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(await renewed).toBe(true);
  expect(log).toContain('carry-refresh free');
});

test.each([0, 5, 250, 1000])(
  'tabs that see what was stored %i ms later make one refresh, and go on the moment they see it',
  { tags: ['@fault-D2'] },
  async (lagMs) => {
    const tabs = createTabs(lagMs);
    const five = Array.from({ length: 5 }, () => tabs.open());
    const done: number[] = [];
    const started = Date.now();
    const all = five.map(({ refresh }) => refresh().then(() => done.push(Date.now() - started)));
    await vi.advanceTimersByTimeAsync(lagMs);
    await Promise.all(all);
    expect(tabs.exchanges).toEqual(['stale']);
    expect(Math.max(...done)).toBe(lagMs);
    expect(five.map(({ view }) => view.access)).toEqual(Array(5).fill('renewed'));
  },
);

test('a session that ended in one tab is over for those that waited', async () => {
  const tabs = createTabs(250);
  const first = tabs.open(async () => null).refresh();
  const second = tabs.open().refresh();
  await vi.advanceTimersByTimeAsync(250);
  expect(await Promise.all([first, second])).toEqual([false, false]);
  expect(tabs.exchanges).toEqual(['stale']);
});

test('a renewal that failed lets the next tab try, at once', async () => {
  const tabs = createTabs(250);
  const first = tabs.open(async () => 'stale').refresh(); // nothing new was stored
  const second = tabs.open().refresh();
  await vi.advanceTimersByTimeAsync(0);
  await Promise.all([first, second]);
  expect(tabs.exchanges).toEqual(['stale', 'stale']);
});

test('a storage that never shows what another tab has stored is waited for two seconds, not for ever', async () => {
  const tabs = createTabs(3_600_000);
  const first = tabs.open().refresh();
  const second = tabs.open().refresh();
  await vi.advanceTimersByTimeAsync(1900);
  expect(tabs.exchanges).toEqual(['stale']);
  await vi.advanceTimersByTimeAsync(200);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(tabs.exchanges).toEqual(['stale', 'stale']);
});

test('the next token is renewed although the mark of the one before is still there', async () => {
  const tabs = createTabs(0);
  const [one, other] = [tabs.open(), tabs.open(async () => 'renewed again')];
  await vi.advanceTimersByTimeAsync(0);
  const first = one.refresh();
  await vi.advanceTimersByTimeAsync(0);
  await first;
  const second = other.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(await second).toBe(true);
  expect(tabs.exchanges).toEqual(['stale', 'renewed']);
});

test('without locks a tab renews by itself, unless it sees that another one has', async () => {
  vi.stubGlobal('navigator', {});
  const tabs = createTabs(0);
  const [one, other] = [tabs.open(), tabs.open()];
  expect(await one.refresh()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(await other.refresh('stale')).toBe(true);
  expect(tabs.exchanges).toEqual(['stale']);
});

test('renews without locks where the browser refuses them', { tags: ['@fault-D6'] }, async () => {
  const refused = new DOMException('The operation is insecure.', 'SecurityError');
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(refused) } });
  const { open, exchanges } = createTabs(5);
  const tab = open();
  expect([await tab.refresh(), tab.view.access, exchanges]).toEqual([true, 'renewed', ['stale']]);
});

test('passes on what fails under a lock', async () => {
  vi.stubGlobal('navigator', { locks: createLocks().locks });
  const failing = createTabs(5).open(() => Promise.reject(new Error('offline')));
  await expect(failing.refresh()).rejects.toThrow('offline');
});
