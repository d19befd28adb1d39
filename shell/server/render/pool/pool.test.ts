import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverModules } from '@carry/remote-kit/build/common';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildRenderer, remoteCode, startPool } from '../test/start-pool';
import { NotRendered, type PoolOptions, RenderPool } from './pool';

const MB = 1024 * 1024;
const short = { processes: 2, deadlineMs: 1000, isolatedMs: 6000 };
const HANGS = '(() => { for (;;); })()';
let built: Awaited<ReturnType<typeof buildRenderer>>;
const pools: Awaited<ReturnType<typeof startPool>>[] = [];
beforeAll(async () => {
  built = await buildRenderer();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => built?.remove());
const newPool = async (limits: PoolOptions['limits'] = short) => {
  const pool = await startPool(built.bundle, limits);
  pools.push(pool);
  return pool;
};

test('moves other pages out of a hung process', {
  tags: ['@fault-11.29'],
}, async () => {
  const { pool, release, show, frame, blamed } = await newPool({ ...short, processes: 1 });
  release('hangs', { body: HANGS });
  release('waits', { loader: 'await pause(300)', body: "'waited'" });
  for (const key of ['one', 'two']) release(key);
  expect(await show('one')).toBe('well');
  const beside = show('waits');
  await sleep(50);
  const hanging = show('hangs');
  await sleep(50);
  const otherPages = [show('one'), show('two'), frame()];
  expect(await Promise.all([beside, ...otherPages])).toEqual(['waited', 'well', 'well', 200]);
  expect(await hanging).toBe('Error: hangs took longer than 1000 ms to render');
  expect(await show('hangs')).toBe('NotRendered: hangs is cooling down after a failure');
  expect(await show('one')).toBe('well');
  expect(pool.stats().moved).toBeGreaterThanOrEqual(4);
  expect(blamed).toEqual([]);
});

test('isolates a hung release after its cooldown', {
  tags: ['@fault-14.1'],
}, async () => {
  const { pool, release, show } = await newPool({ ...short, cooldownMs: 500 });
  release('hangs', { loader: 'new URL(request.url).search', body: `data ? 'well' : ${HANGS}` });
  release('one');
  await show('one');
  expect(await show('hangs')).toMatch(/took longer/);
  await sleep(600);
  expect(pool.stats().isolated).toBe(1);
  await show('one');
  const { moved } = pool.stats();
  const hanging = show('hangs');
  await sleep(200);
  expect(pool.stats().processes).toBe(3);
  const started = Date.now();
  for (let page = 0; page < 5; page++) expect(await show('one')).toBe('well');
  expect(Date.now() - started).toBeLessThan(900);
  expect(await hanging).toMatch(/took longer/);
  expect(pool.stats().moved).toBe(moved);
  await sleep(600);
  expect(await show('hangs', '?calm')).toBe('well');
});

test('answers with the status of a route without a head', async () => {
  const { pool, request } = await newPool();
  const code = remoteCode({}).replace('Component,', 'Component, handle: { status: () => 410 },');
  const release = { key: 'gone', code: async () => ({ name: 'gone', version: '1', code }) };
  expect((await pool.render(release, request)).status).toBe(410);
});

test('provides the modules of server bundles', async () => {
  const { release, show } = await newPool();
  const types = serverModules.map((name) => `typeof require('${name}')`).join(' + ');
  release('asks', { body: types });
  expect(await show('asks')).toBe('object'.repeat(serverModules.length));
});

test('shares the markdown renderer for text only', async () => {
  const { release, show } = await newPool();
  const rendered = (text: string) => ({
    top: `const { renderMarkdown } = require('@carry/ui/render-markdown')`,
    body: `JSON.stringify(renderMarkdown(${text}, 1).props.children.type)`,
  });
  release('text', rendered("'# Play bold.'"));
  release('object', rendered("{ toString: () => '# Play bold.', length: 1, match: () => null }"));
  for (const key of ['text', 'object']) expect(await show(key)).toBe('&quot;h2&quot;');
});

test("keeps the realm's code small and ASCII", () => {
  const text = readFileSync(built.realm, 'utf8');
  expect(text.length).toBeLessThan(600_000);
  expect(/[^\0-\x7f]/.exec(text)?.[0]).toBeUndefined();
});

test('starts processes ahead of the first page', async () => {
  const { pool, release, show } = await newPool({ processes: 2 });
  void pool.prepare();
  void pool.prepare();
  expect(pool.stats()).toMatchObject({ processes: 2, starts: 2 });
  release('one');
  expect(await show('one')).toBe('well');
  expect(pool.stats()).toMatchObject({ processes: 2, starts: 2 });
  await pool.close();
  await pool.prepare();
  expect(pool.stats()).toMatchObject({ processes: 0, starts: 2 });
});

test('waits for a process that can render', async () => {
  const { pool, release, show } = await newPool({ processes: 2, waitMs: 20 });
  await pool.prepare();
  release('one');
  expect(await show('one')).toBe('well');
});

test('waits for no process that fails to start', async () => {
  const pool = new RenderPool({
    bundle: 'no-such-file.cjs',
    setup: { apiUrl: '', apiBudgetMs: 0 },
  });
  const started = performance.now();
  await pool.prepare();
  expect(performance.now() - started).toBeLessThan(5000);
  await pool.close();
});

test('renders 100 releases in two processes', {
  tags: ['@fault-14.1'],
}, async () => {
  const { pool, release, show } = await newPool({ processes: 2, deadlineMs: 60_000 }); // no page is given up, however busy the machine
  const keys = Array.from({ length: 100 }, (_, number) => `release-${number}`);
  for (const key of keys) release(key, { body: `'${key}'` });
  let next = 0;
  const visitor = async () => {
    while (next < 400) {
      const key = keys[(next++ * 37) % keys.length] as string;
      expect(await show(key)).toBe(key);
    }
  };
  await Promise.all(Array.from({ length: 8 }, visitor));
  expect(pool.stats()).toMatchObject({ processes: 2, starts: 2, stops: 0, givenUp: 0 });
});

test('renders a path that cannot be decoded', {
  tags: ['@fault-11.29'],
}, async () => {
  const { pool, request } = await newPool();
  const code = remoteCode({}).replace("path: '/'", "path: '/:id'");
  const release = { key: 'one', code: async () => ({ name: 'one', version: '1', code }) };
  const { html } = await pool.render(release, { ...request, pathname: '/%E0%A4%A' });
  expect(html).toContain('shows well');
});

test('skips a page whose client disconnected', { tags: ['@fault-14.1'] }, async () => {
  const { pool, release, show } = await newPool({ ...short, processes: 1, pagesAtOnce: 1 });
  release('slow', { loader: 'pause(200)' });
  release('reads', { loader: "shell.api.get('/api/x')" });
  const first = show('slow');
  const visitor = new AbortController();
  const abandoned = show('reads', '', visitor.signal);
  visitor.abort();
  expect(await abandoned).toBe('NotRendered: the client disconnected');
  expect(await first).toBe('well');
  expect(pool.stats()).toMatchObject({ queued: 0, givenUp: 0 });
  expect(pools[0]?.reads).toEqual([]);
});

test('drops pages when the queue is full', {
  tags: ['@fault-14.1'],
}, async () => {
  const { pool, release, show } = await newPool({ ...short, processes: 1, pagesAtOnce: 2 });
  release('works', { body: '(busy(100), 1)' });
  await show('works');
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => show('works')));
  expect(outcomes.slice(0, 3)).toEqual(['1', '1', '1']);
  expect(outcomes.at(-1)).toBe('NotRendered: works has too many pages to render');
  expect(await show('works')).toBe('1');
  expect(pool.stats()).toMatchObject({ starts: 1, stops: 0 });
});

test('accepts a page that arrived while the server was busy', async () => {
  const { pool, release, show } = await newPool();
  release('one');
  await show('one');
  const page = show('one');
  await new Promise<void>((resolve) =>
    setImmediate(() => {
      for (const end = Date.now() + 1000; Date.now() < end; );
      resolve();
    }),
  ); // timers run before the process's output is read
  expect(await page).toBe('well');
  expect(pool.stats().stops).toBe(0);
});

test('blames a page that never ends', async () => {
  const { pool, release, show, reads } = await newPool({ ...short, processes: 1 });
  release('never', {
    loader:
      "(setInterval(() => void shell.api.get('/api/tick').catch(() => {}), 200), new Promise(() => {}))",
  });
  release('one');
  const untilBlamed = async (beside: () => Promise<unknown>) => {
    for (let tries = 0; tries < 5; tries++) {
      const [never] = await Promise.all([show('never'), beside()]);
      if (never.startsWith('Error')) return never;
      expect(never).toMatch(/too many pages/); // the machine was too busy to attribute it
    }
    return 'never blamed';
  };
  expect(await untilBlamed(async () => {})).toMatch(/^Error: never took longer/);
  const otherPages = async () => {
    for (let page = 0; page < 5; page++) expect(await show('one')).toBe('well');
  };
  expect(await untilBlamed(otherPages)).toMatch(/^Error: never took longer/);
  expect(pool.stats().stops).toBe(0);
  expect(reads).not.toEqual([]);
  const untilQuiet = async () => {
    reads.length = 0;
    await sleep(600);
    expect(reads).toEqual([]);
  };
  await vi.waitFor(untilQuiet, 3000); // the last reads may still arrive
});

/** Reads one after the other. Returns how many reads succeeded. */
const readTimes = (times: number) =>
  `(async () => { let read = 0; for (let at = 0; at < ${times}; at++) await shell.api.get('/api/' + at).then(() => read++, () => {}); return read; })()`;
const unhurried = { processes: 1, deadlineMs: 30_000 };

test('reads while a release uses all its timers', async () => {
  const { release, show } = await newPool(unhurried);
  const timers = 'Array.from({ length: 200 }, () => setTimeout(() => {}, 60_000))';
  release('reads', { loader: `(${timers}, shell.api.get('/api/x'))`, body: 'data' });
  expect(await show('reads')).toBe('/api/x');
});

test('frees timers, reads and slots of abandoned pages', async () => {
  const { release, show, reads } = await newPool({ ...unhurried, pagesAtOnce: 4 });
  const timers = 'Array.from({ length: 50 }, () => setInterval(() => {}, 500))';
  release('never', { loader: `(${timers}, shell.api.get('/api/x'), new Promise(() => {}))` });
  release('reads', { loader: readTimes(60), body: 'data' });
  release('one');
  await show('one');
  for (let round = 1; round <= 2; round++) {
    const visitors = Array.from({ length: 3 }, () => new AbortController());
    const abandoned = visitors.map(({ signal }) => show('never', '', signal));
    await vi.waitFor(() => expect(reads).toHaveLength(3 * round), 20_000); // too many timers would fail a page before it reads
    for (const visitor of visitors) visitor.abort();
    await Promise.all(abandoned);
  }
  expect(await show('reads')).toBe('50');
});

test('limits reads by page while another page of the release waits', async () => {
  const { release, show } = await newPool(unhurried);
  const loader = `new URL(request.url).search ? new Promise(() => {}) : ${readTimes(15)}`;
  release('reads', { loader, body: 'data' });
  const visitor = new AbortController();
  const waiting = show('reads', '?waits', visitor.signal);
  for (let page = 0; page < 9; page++) expect(await show('reads')).toBe('15');
  visitor.abort();
  await waiting;
});

test('gives up a page whose code does not arrive, without a failure', async () => {
  const { pool, request } = await newPool({ ...short, waitMs: 300 });
  const code = () => new Promise<null>(() => {});
  await expect(pool.render({ key: 'waits', code }, request)).rejects.toThrow(
    new NotRendered('the store did not send waits in time'),
  );
  expect(pool.stats()).toMatchObject({ givenUp: 1, stops: 0 });
});

test('gives up a page without a ready process', async () => {
  const { pool, release, show } = await newPool({ ...short, waitMs: 0 });
  release('one');
  expect(await show('one')).toBe('NotRendered: no render process started in time');
  expect(pool.stats()).toMatchObject({ givenUp: 1, stops: 0 });
  await vi.waitFor(async () => expect(await show('one')).toBe('well'), 20_000);
});

test('waits longer for the code of a page than for its render', async () => {
  const { pool, request } = await newPool({ ...short, waitMs: 5000 });
  const code = () => sleep(1300, { name: 'late', version: '1', code: remoteCode({}) });
  expect((await pool.render({ key: 'late', code }, request)).html).toContain('shows well');
});

test('confines an exception to its page, a crash to its process', {
  tags: ['@fault-11.29'],
}, async () => {
  const { release, show } = await newPool({ ...short, processes: 1 });
  release('throws', { body: "(() => { throw new Error('boom') })()" });
  release('crashes', {
    loader: "(setTimeout(() => { throw new Error('crashed') }, 50), pause(500))",
  });
  release('broken', { top: "throw new Error('no way')" });
  release('waits', { loader: 'pause(300)', body: "'waited'" });
  expect(await show('throws')).toBe('Error: Error: boom');
  expect(await show('throws')).toBe('Error: Error: boom');
  expect(await show('broken')).toMatch(/no way/);
  const [crash, beside] = await Promise.all([show('crashes'), show('waits')]);
  expect(crash).toBe('Error: Error: crashed');
  expect(beside).toBe('waited');
  expect(await show('crashes')).toBe('NotRendered: crashes is cooling down after a failure');
  expect(new NotRendered('x')).toBeInstanceOf(Error);
});

test('kills a process above the memory limit', {
  tags: ['@fault-11.29'],
}, async () => {
  const { pool, release, show } = await newPool({
    ...short,
    processes: 1,
    deadlineMs: 3000,
    maxBytes: 250 * MB,
  });
  release('fills', {
    top: 'const leak = []',
    body: "(leak.push(...Array.from({ length: 40 }, () => new Uint8Array(1e7).fill(1))), busy(400), 'full')",
  });
  release('one');
  await show('one');
  const [filling, beside] = await Promise.all([show('fills'), show('one')]);
  expect(beside).toBe('well');
  expect(filling).toMatch(/^Error: used \d+ MB/); // first beside otherPages, then alone
  expect(await show('fills')).toMatch(/is cooling down after a failure/);
  expect(await show('one')).toBe('well');
  expect(pool.stats().memoryBytes).toBeLessThan(250 * MB);
});

test('attributes a memory leak and isolates its release', {
  tags: ['@fault-11.29'],
}, async () => {
  const { pool, release, show, blamed } = await newPool({
    ...short,
    processes: 1,
    deadlineMs: 3000,
    enoughBytes: 170 * MB,
  });
  release('leaks', {
    top: 'const leak = []',
    body: "(leak.push(new Uint8Array(1e7).fill(1)), 'leaked')",
  });
  const keys = ['one', 'two', 'three', 'four'];
  for (const key of keys)
    release(key, { top: "const table = Array.from({ length: 1e5 }, (_, at) => 'text ' + at)" });
  for (let page = 0; page < 40 && blamed.length === 0; page++) {
    expect(await Promise.all([...keys, 'leaks'].map((key) => show(key)))).toEqual([
      'well',
      'well',
      'well',
      'well',
      'leaked',
    ]);
    await sleep(20);
  }
  expect(blamed[0]).toMatch(/^leaks: leaks retains \d+ MB/);
  expect(pool.stats().isolated).toBe(1);
  expect(await show('leaks')).toBe('leaked');
});

test('sends the request id with API reads', async () => {
  const { release, show, requestIds } = await newPool();
  release('reads', { loader: "shell.api.get('/api/x')" });
  await show('reads');
  await show('reads', '?again');
  expect(requestIds).toEqual(['test', 'test']);
});

test('reports reads that got 410, also of failed pages', async () => {
  const { release, show } = await newPool();
  release('reads', { loader: "shell.api.get('/api/x')" });
  release('fails', {
    loader: "shell.api.get('/api/gone').catch(() => { throw new Error('none') })",
  });
  await show('reads');
  expect(await show('fails')).toBe('Error: Error: none');
  expect(pools[0]?.gone).toEqual(['/api/gone']);
});

test("returns a loader's redirect", async () => {
  const { pool, request } = await newPool();
  const code = remoteCode({ loader: "require('react-router-dom').redirect('/login?a=1')" });
  const release = { key: 'one', code: async () => ({ name: 'one', version: '1', code }) };
  expect(await pool.render(release, request)).toMatchObject({
    status: 302,
    location: '/login?a=1',
    html: '',
  });
});
