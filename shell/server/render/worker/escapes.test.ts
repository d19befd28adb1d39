import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRenderer, startPool } from '../test/start-pool';

// Attacks of a hostile release, in the real process.
let built: Awaited<ReturnType<typeof buildRenderer>>;
let site: Awaited<ReturnType<typeof startPool>>;
beforeAll(async () => {
  built = await buildRenderer();
  site = await startPool(built.bundle, {
    processes: 1,
    deadlineMs: 6000,
    cooldownMs: 0,
    isolatedMs: 0,
  });
});
afterAll(async () => {
  await site?.close();
  built?.remove();
});

let tries = 0;
/** Evaluates an expression as release code. Returns its result, or `no: …` if it throws. */
async function attempt(expression: string): Promise<string> {
  const key = `attack-${++tries}`;
  const tried = `await (async () => { try { return String(await (${expression})) } catch (error) { return 'no: ' + error } })()`;
  site.release(key, { loader: tried, body: 'data' });
  return (await site.show(key)).replaceAll('&#x27;', "'");
}

const markdown = "require('@carry/ui/render-markdown')";
const linkOf = `(function find(node) {
  return typeof node?.type === 'function' ? node.type : [node?.props?.children].flat().map((part) => part && find(part)).find(Boolean);
})(${markdown}.renderMarkdown('[a](https://a.example)', 1))`;

test('reaches the link component of the markdown renderer', async () => {
  expect(await attempt(`typeof ${linkOf}`)).toBe('function');
});

/** Functions that may belong to the outer realm, whose Function would create code there. */
const outer = {
  'its own function': '(() => {})',
  'a web class': 'URL',
  React: "require('react').createElement",
  'the router': "require('react-router-dom').useLoaderData",
  'the renderer of markdown': `${markdown}.renderMarkdown`,
  'a link of markdown': linkOf,
  'the shell': 'shell.api.get',
  'a shell promise': "shell.api.get('/api/x').then",
  'a shell error': "(await shell.api.post('/api/x').catch((error) => error)).constructor",
  'a timer': 'setTimeout',
  require: 'require',
  'the request': 'request.constructor',
  'a stack frame':
    '(() => { Error.prepareStackTrace = (_, frames) => frames; return new Error().stack.map((frame) => frame.getFunction?.()).find(Boolean) ?? setTimeout })()',
};
test.each(Object.entries(outer))(
  'blocks eval through %s',
  { tags: ['@fault-11.29'] },
  async (_, way) => {
    expect(await attempt(`(${way}).constructor('return 1')()`)).toMatch(/^no: (Eval|Type)Error/);
  },
);

test.each([
  ['process', 'typeof process'],
  ['globalThis.process', 'typeof globalThis.process'],
  ['Buffer', 'typeof Buffer'],
  ['fetch', 'typeof fetch'],
  ['WebSocket', 'typeof WebSocket'],
  ['WebAssembly', 'typeof WebAssembly'],
  ['the this of a sloppy function', 'typeof (function () { return this })().process'],
  [
    'the main module',
    "typeof require.main + typeof require.cache + typeof module.constructor._load === 'undefinedundefinedundefined' ? 'undefined' : 'leaked'",
  ],
  [
    'the this of the frames below',
    "(() => { const before = Error.prepareStackTrace; Error.prepareStackTrace = (_, frames) => frames; const leaked = new Error().stack.some((frame) => frame.getThis?.()?.process); Error.prepareStackTrace = before; return leaked ? 'leaked' : 'undefined' })()",
  ],
])('hides %s', { tags: ['@fault-11.29'] }, async (_, expression) => {
  expect(await attempt(expression)).toBe('undefined');
});

test.each([
  'fs',
  'node:fs',
  'child_process',
  'node:net',
  'node:worker_threads',
  'node:vm',
  'node:process',
  'toString',
  '__proto__',
])('a bundle cannot require %s', { tags: ['@fault-11.29'] }, async (name) =>
  expect(await attempt(`require('${name}')`)).toMatch(/^no: .*(does not share|ReferenceError)/),
);

test.each(['node:fs', 'node:net', 'data:text/javascript,export default 1'])(
  'a bundle cannot import %s',
  { tags: ['@fault-11.29'] },
  async (name) => {
    expect(await attempt(`im${''}port('${name}').then(() => 'imported')`)).toMatch(
      /SyntaxError.*a server bundle cannot use import/,
    );
  },
);

test('limits the network to API reads through the shell', {
  tags: ['@fault-11.29'],
}, async () => {
  expect(await attempt("shell.api.get('/api/coaches/1/')")).toBe('/api/coaches/1/');
  for (const path of ['@evil.example/', '.evil.example/', ':1/', '//evil.example/']) {
    expect(await attempt(`shell.api.get('${path}')`), path).toMatch(/^no: ApiError|^\/\/evil/);
  }
  expect(await attempt("shell.api.post('/api/bookings/', {})")).toMatch(/^no: ApiError: network/);
  expect(await attempt("shell.api.get('/api/moved')")).toMatch(/^no: ApiError: network/);
  expect(await attempt("shell.api.get('/api/large')")).toMatch(/^no: ApiError: network/);
  expect(await attempt("shell.api.get('/api/slow')")).toMatch(/^no: ApiError: network/);
  expect(await attempt("shell.api.get('/api/me/', { bearer: true })")).toMatch(
    /^no: ApiError: no-token/,
  );
  const longRead = "shell.api.get('/api/' + 'x'.repeat(2000)).catch(({ cause }) => cause.message)";
  expect(await attempt(longRead)).toBe('an API path has 2005 characters, more than 2000');
  expect(site.reads.every((read) => read.startsWith('GET /'))).toBe(true);
});

test('limits reads, timers and output', {
  tags: ['@fault-11.29'],
}, async () => {
  const before = site.reads.length;
  await attempt(
    "Promise.allSettled(Array.from({ length: 300 }, (_, n) => shell.api.get('/api/' + n)))",
  );
  await sleep(1000);
  expect(site.reads.length - before).toBeGreaterThan(0);
  expect(site.reads.length - before).toBeLessThanOrEqual(50);
  expect(
    await attempt(
      "(() => { for (let line = 0; line < 1e5; line++) console.log('x'.repeat(1000)); return 'said' })()",
    ),
  ).toBe('said');
  expect(
    await attempt('Array.from({ length: 1000 }, () => setInterval(() => {}, 1)).length'),
  ).toMatch(/^no: RangeError/);
  expect(await attempt("'calm'")).toBe('calm');
  expect(site.pool.stats().stops).toBe(0);
});

test('fails pages with oversized, cyclic or throwing data', {
  tags: ['@fault-11.29'],
}, async () => {
  site.release('long', { body: "'x'.repeat(9e6)" });
  expect(await site.show('long')).toMatch(/^Error: RangeError/);
  site.release('wide', { body: "'\\xfc'.repeat(3.5e6)" }); // two bytes a character
  expect(await site.show('wide')).toMatch(/^Error: RangeError/);
  expect(site.pool.stats().stops).toBe(0);
  site.release('data', { loader: "({ text: 'x'.repeat(2e7) })" });
  expect(await site.show('data')).toMatch(/^Error: /);
  site.release('cycle', { loader: '(() => { const data = {}; data.own = data; return data })()' });
  expect(await site.show('cycle')).toMatch(/^Error: TypeError/);
  site.release('getter', { loader: "({ get x() { throw new Error('got') } })" });
  expect(await site.show('getter')).toMatch(/^Error: Error: got/);
  const deep = `{"status":200,"html":"","head":[],"complete":true,"loaderData":{"a":'+'['.repeat(1e5)+']'.repeat(1e5)+'}}`;
  site.release('deep', { top: `JSON.stringify = () => '${deep}'` });
  expect(await site.show('deep')).toMatch(/^Error: malformed page: .* 200 levels/);
  site.release('odd error', { loader: '(() => { throw { get stack() { for (;;); } } })()' });
  expect(await site.show('odd error')).toMatch(/took longer/);
  expect(await attempt("'calm'")).toBe('calm');
});
