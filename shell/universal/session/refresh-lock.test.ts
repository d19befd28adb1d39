import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRefreshLock } from './refresh-lock';
import { ACCESS_KEY, type TokenStore } from './tokens';

type Hold = (lock: object | null) => unknown;

/** A minimal Web Locks API, shared by all tabs. */
function createLocks() {
  const locks = new Map<string, Promise<unknown>>();
  const log: string[] = [];
  async function request(name: string, ...args: [Hold] | [{ ifAvailable?: boolean }, Hold]) {
    const [options, hold] = args.length === 1 ? [{}, args[0]] : args;
    if (options.ifAvailable && locks.has(name)) return hold(null);
    while (locks.has(name)) await locks.get(name);
    log.push(`${name} taken`);
    const run = (async () => hold({ name }))();
    const over = run.then(
      () => {},
      () => {},
    );
    locks.set(name, over);
    try {
      return await run;
    } finally {
      locks.delete(name);
      log.push(`${name} free`);
    }
  }
  const query = async () => ({ held: [...locks.keys()].map((name) => ({ name })) });
  return { log, locks: { request, query } };
}

/** Tabs of one browser that see each other's storage writes after `lagMs`. */
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
        return access === null ? ('refused' as const) : ('renewed' as const);
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
  const browser = createLocks();
  log = browser.log;
  vi.stubGlobal('navigator', { locks: browser.locks });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('frees the lock as soon as the response arrives', async () => {
  const renewed = createTabs(250).open().refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(await renewed).toBe('renewed');
  expect(log).toContain('carry-refresh free');
});

test.each([0, 5, 250, 1000])(
  'refreshes once for all tabs with a storage lag of %i ms',
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

test('ends the session in waiting tabs, too', async () => {
  const tabs = createTabs(250);
  const first = tabs.open(async () => null).refresh();
  const second = tabs.open().refresh();
  await vi.advanceTimersByTimeAsync(250);
  expect(await Promise.all([first, second])).toEqual(['refused', 'refused']);
  expect(tabs.exchanges).toEqual(['stale']);
});

test('lets the next tab try at once after a failed refresh', async () => {
  const tabs = createTabs(250);
  const first = tabs.open(async () => 'stale').refresh();
  const second = tabs.open().refresh();
  await vi.advanceTimersByTimeAsync(0);
  await Promise.all([first, second]);
  expect(tabs.exchanges).toEqual(['stale', 'stale']);
});

test('waits at most two seconds for another tab’s token', async () => {
  const tabs = createTabs(3_600_000);
  const first = tabs.open().refresh();
  const second = tabs.open().refresh();
  await vi.advanceTimersByTimeAsync(1900);
  expect(tabs.exchanges).toEqual(['stale']);
  await vi.advanceTimersByTimeAsync(200);
  expect(await Promise.all([first, second])).toEqual(['renewed', 'renewed']);
  expect(tabs.exchanges).toEqual(['stale', 'stale']);
});

test('renews the next token while the previous mark still exists', async () => {
  const tabs = createTabs(0);
  const [one, other] = [tabs.open(), tabs.open(async () => 'renewed again')];
  await vi.advanceTimersByTimeAsync(0);
  const first = one.refresh();
  await vi.advanceTimersByTimeAsync(0);
  await first;
  const second = other.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(await second).toBe('renewed');
  expect(tabs.exchanges).toEqual(['stale', 'renewed']);
});

test('renews without locks, unless another tab already has', async () => {
  vi.stubGlobal('navigator', {});
  const tabs = createTabs(0);
  const [one, other] = [tabs.open(), tabs.open()];
  expect(await one.refresh()).toBe('renewed');
  await vi.advanceTimersByTimeAsync(0);
  expect(await other.refresh('stale')).toBe('renewed');
  expect(tabs.exchanges).toEqual(['stale']);
});

test('renews without locks if the browser blocks them', { tags: ['@fault-D6'] }, async () => {
  const refused = new DOMException('The operation is insecure.', 'SecurityError');
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(refused) } });
  const { open, exchanges } = createTabs(5);
  const tab = open();
  expect([await tab.refresh(), tab.view.access, exchanges]).toEqual([
    ...['renewed', 'renewed', ['stale']],
  ]);
});

test('propagates an error under the lock without a second exchange', async () => {
  vi.stubGlobal('navigator', { locks: createLocks().locks });
  const { open, exchanges } = createTabs(5);
  const failing = open(() => Promise.reject(new Error('offline')));
  await expect(failing.refresh()).rejects.toThrow('offline');
  expect(exchanges).toEqual(['stale']);
});
