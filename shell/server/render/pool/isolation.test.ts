import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EMPTY_MENU } from '../../../universal/page/boot';
import { buildRenderer, remoteCode, startPool } from '../test/start-pool';
import { walker } from '../test/walker';
import { compileRealm, Sandbox, withoutImports } from '../worker/sandbox';

let built: Awaited<ReturnType<typeof buildRenderer>>;
let site: Awaited<ReturnType<typeof startPool>>;
beforeAll(async () => {
  built = await buildRenderer();
  site = await startPool(built.bundle, { processes: 1, deadlineMs: 6000, cooldownMs: 0 });
});
afterAll(async () => {
  await site?.close();
  built?.remove();
});

const setup = { apiUrl: 'http://127.0.0.1:1', apiBudgetMs: 500 };
const request = {
  pathname: '/',
  search: '',
  owned: true,
  suggestion: null,
  previews: [],
  site: createFakeShell().shell.site,
  menu: EMPTY_MENU,
  requestId: 'test',
  now: 0,
};

/** Renders a hostile release in a realm of this process. Returns the objects that it reached. */
function collectReachable(
  name: string,
  shell: ReturnType<typeof compileRealm>,
): Promise<Set<unknown>> {
  return new Promise((resolve, reject) => {
    let reads = 0;
    const sandbox: Sandbox = new Sandbox(
      name,
      { shell, setup: JSON.stringify(setup) },
      {
        rendered: () => resolve(Reflect.get(sandbox.global, 'reached') as Set<unknown>),
        failed: (_, error) => reject(new Error(error)),
        read: () => {
          const id = ++reads;
          setImmediate(() => sandbox.answer(id, id % 2 ? 200 : 0, '{"a":[1]}'));
          return id;
        },
        crashed: () => {}, // the walker calls functions that throw later
      },
    );
    const code = remoteCode({
      top: walker,
      loader: 'walk(shell, shell.api.get("/a"), shell.api.get("/b"), request, params)',
      body: '(follow([arguments, useLoaderData, createElement("a")]), "walked")',
    }).replace('({ request })', '({ request, params })');
    sandbox.load({ name, version: '1', code });
    sandbox.render(1, request);
  });
}

describe('a realm', () => {
  test('shares no object with another realm or the process', {
    tags: ['@fault-K1'],
    timeout: 60_000,
  }, async () => {
    // the walker calls functions that reject
    const listeners = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', () => {});
    onTestFinished(() => {
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
    });
    const shell = compileRealm(readFileSync(built.realm, 'latin1'), 'realm.cjs');
    const one = await collectReachable('one', shell);
    const other = await collectReachable('other', shell);
    expect(one.size).toBeGreaterThan(2000);
    expect([...one].filter((value) => other.has(value)).map(String)).toEqual([]);
    const ours = [Object, Function, Array, Error, Promise, URL, Map].flatMap((builtin) => [
      builtin,
      builtin.prototype,
    ]);
    expect(ours.filter((value) => one.has(value) || other.has(value)).map(String)).toEqual([]);
  });

  test('reaches no mutable object of the process', async () => {
    site.release('walks', {
      top: walker,
      loader: `await (async () => {
        const own = Object.prototype;
        const root = (value) => { let at = value; for (let next; (next = Reflect.getPrototypeOf(at)); ) at = next; return at; };
        const isForeign = (value) => tried(() => root(value) !== own && Object.hasOwn(root(value), 'hasOwnProperty')) === true;
        await walk(shell, shell.api.get('/api/x'), shell.api.get('/api/slow'), request);
        // Thrown errors are new objects; their prototypes are not.
        const isThrown = (value) => Object.hasOwn(value, 'stack') && Object.hasOwn(root(value), 'isPrototypeOf') && typeof value === 'object';
        const foreign = [...reached].filter(isForeign);
        const loose = foreign.filter((value) => !isThrown(value) && !Object.isFrozen(value));
        return loose.length + ' objects of the process can be changed' + loose.slice(0, 5).map((value) => ' ' + typeof value + Object.getOwnPropertyNames(value).slice(0, 9));
      })()`,
      body: 'data',
    });
    expect(await site.show('walks')).toBe('0 objects of the process can be changed');
  }, 60_000);
});

const internals = `require('react').__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE`;
const createIterator = (value: string) => `Object.getPrototypeOf(${value}.entries())`;
const outerError = `Object.getPrototypeOf(Object.getPrototypeOf(await shell.api.post('/api/x').catch((error) => error))).constructor`;
/** Targets that one release changes and another one reads. */
const attacks: Record<string, [target: string, member: string]> = {
  "React's dispatcher": [internals, 'H'],
  'the stack formatter': [outerError, 'prepareStackTrace'],
  'query iterators': [createIterator("new URLSearchParams('a=1')"), 'next'],
  'header iterators': [createIterator("new Headers({ a: '1' })"), 'next'],
  'body streams': ["Object.getPrototypeOf(new Response('a').body ?? {})", 'getReader'],
  "the router's Link": ["require('react-router-dom').Link", 'render'],
  "the router's NavLink": ["require('react-router-dom').NavLink", 'render'],
  'signal prototypes': ['AbortSignal.prototype', 'aborted'],
  'URL prototypes': ['URL.prototype', 'href'],
  'array iterators': ['Object.getPrototypeOf([].values())', 'next'],
  'async functions': ['Object.getPrototypeOf(async () => {})', 'call'],
  'the renderer of markdown': ["require('@carry/ui/render-markdown')", 'renderMarkdown'],
};
let attempts = 0;
async function run(expression: string): Promise<string> {
  const key = `release-${++attempts}`;
  const guarded = `await (async () => { try { return String(${expression}) } catch (error) { return 'no: ' + error } })()`;
  site.release(key, { loader: guarded, body: 'data' });
  return site.show(key);
}
test.each(Object.entries(attacks))(
  'a release cannot change %s of another',
  { tags: ['@fault-K1'] },
  async (_, [target, member]) => {
    await run(
      `Object.defineProperty(${target}, '${member}', { configurable: true, get: () => 'planted', set() {} })`,
    );
    await run(`(${target}).planted = 'planted'`);
    const descriptor = `Object.getOwnPropertyDescriptor(${target}, '${member}')`;
    const seen = await run(`[(${target}).planted, ${descriptor}?.get].map(String).join()`);
    expect(seen).not.toMatch(/planted|^Error/);
  },
);

/** Ways to run code after the page ended; `hang` never returns. */
const lateWork = {
  'a timer': 'setTimeout(hang, 400)',
  'an interval': 'setInterval(hang, 400)',
  'immediates in a chain':
    '(function next() { if (performance.now() - begun > 400) hang(); setImmediate(next); })()',
  'AbortSignal.timeout': "AbortSignal.timeout(400).addEventListener('abort', hang)",
  'Atomics.waitAsync':
    'Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400).value.then(hang)',
  FinalizationRegistry: '(globalThis.registry = new FinalizationRegistry(hang)).register({}, 1)',
  'a late API response': "shell.api.get('/api/late').then(hang)",
  MessageChannel:
    'const { port1, port2 } = new MessageChannel(); port1.onmessage = hang; setTimeout(() => port2.postMessage(1), 400)',
};
test.each(Object.entries(lateWork))(
  'ends work by %s with its page',
  async (_, work) => {
    const pool = await startPool(built.bundle, { processes: 1, deadlineMs: 1000 });
    pool.release('late', {
      top: 'const begun = performance.now(); const hang = () => { for (;;); };',
      loader: `(() => { try { ${work} } catch {} return 1 })()`,
    });
    // makes garbage, so that the collector runs
    pool.release('innocent', {
      body: "(Array.from({ length: 3e5 }, (_, at) => ({ at })).length, 'well')",
    });
    expect(await pool.show('late')).toBe('well');
    for (const end = Date.now() + 2200; Date.now() < end; await sleep(50))
      expect(await pool.show('innocent')).toBe('well');
    expect(pool.pool.stats()).toMatchObject({ stops: 0, isolated: 0, moved: 0 });
    expect(pool.blamed).toEqual([]);
    await pool.close();
  },
  20_000,
);

test('blames endless microtasks on their release', async () => {
  const pool = await startPool(built.bundle, { processes: 1, deadlineMs: 800, cooldownMs: 0 });
  pool.release('endless', {
    loader: '(function next() { queueMicrotask(next); })()',
  });
  pool.release('innocent');
  await pool.show('innocent');
  await pool.show('endless'); // React renders in microtasks, so its page may finish
  expect(await pool.show('innocent')).toBe('well');
  for (const end = Date.now() + 5000; pool.blamed.length === 0 && Date.now() < end; )
    await sleep(50);
  expect(pool.blamed).toEqual(['endless: endless took longer than 800 ms to render']);
  await pool.close();
}, 20_000);

test.each([
  ['import("a")', true],
  ['[...import("a")]', true],
  ['import /* a */ ("a")', true],
  ['import// a\n("a")', true],
  ['import<!-- a\n("a")', true],
  ['import\n-->a\n("a")', true],
  ['import.meta', true],
  ['a.import("a")', false],
  ['$import("a")', false],
  ['"import (a) import.b import/*"', false],
  ['`import(a)`', false],
  ['({ import: 1 })', false],
])('import() in %j is a syntax error: %s', (code, isRefused) => {
  const text = withoutImports(code);
  const evaluate = () =>
    new Function('a', '$import', `return ${text}`)({ import: () => 1 }, () => 1) as unknown;
  if (isRefused) expect(evaluate).toThrow(SyntaxError);
  else
    expect(String(evaluate())).toBe(
      String(new Function('a', '$import', `return ${code}`)({ import: () => 1 }, () => 1)),
    );
});
