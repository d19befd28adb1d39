import { expect, test } from 'vitest';
import { hasLazyParts, nameChunks } from './name-chunks';

test('names the chunk of a lazy route after its id', { tags: ['@fault-rooms'] }, () => {
  expect(nameChunks("lazyRoute('booking', () => import('./routes/booking'), shell)")).toBe(
    "lazyRoute('booking', () => import(/* webpackChunkName: \"route-booking\" */ './routes/booking'), shell)",
  );
});

test.each([
  [
    'double quotes and line breaks',
    'lazyRoute(\n  "help",\n  () =>\n    import("./routes/help"),\n)',
  ],
  ['minified code', "lazyRoute('help',()=>import('./routes/help'))"],
  ['an existing comment', "lazyRoute('help', () => import(/* later */ './routes/help'))"],
  [
    'a forged chunk name',
    "lazyRoute('help', () => import(/* webpackChunkName: \"other\" */ './routes/help'))",
  ],
  ['type arguments', "lazyRoute<[RemoteShell]>('help', () => import('./routes/help'), shell)"],
  [
    'nested type arguments',
    "lazyRoute<Record<string, (a: Map<A, B>) => void>>\n('help', () => import('./routes/help'))",
  ],
  ['a namespace', "kit.lazyRoute('help', () => import('./routes/help'))"],
  [
    'several routes',
    "[lazyRoute('a', () => import('./a')), lazyRoute('help', () => import('./routes/help'))]",
  ],
])('names the chunk with %s', (_, code) => {
  expect(nameChunks(code)).toContain('/* webpackChunkName: "route-help" */');
});

test.each([
  ['an id in a variable', "const id = 'help';\nlazyRoute(id, () => import('./routes/help'))"],
  [
    'a loader in a variable',
    "const load = () => import('./routes/help');\nlazyRoute('help', load)",
  ],
  ['a variable after type arguments', "lazyRoute<A>(id, () => import('./routes/help'))"],
  ['a function body', "lazyRoute('help', () => { return import('./routes/help'); })"],
])('rejects %s', { tags: ['@fault-rooms'] }, (_, code) => {
  expect(() => nameChunks(code)).toThrow(
    'lazyRoute and lazySlot need a literal id and an inline import',
  );
});

test.each([
  ['a line comment', '// lazyRoute(id, load) splits the page\n'],
  ['a block comment', '/** See lazySlot(name). */\n'],
  ['a text', "const help = 'lazyRoute(…) // here';\n"],
  ['a quote in a regular expression', "const quote = /'/, "],
  ['a double quote in a regular expression', 'test(/[^"]/); '],
  ['a closing element', 'const a = <p title={b} /> || <b>/</b>, c = d / e; '],
  ['a single backtick', 'const tick = /`/;\n'],
  ['an address', "const site = 'https://carry.example';\n"],
])('skips %s', (_, before) => {
  expect(nameChunks(`${before}lazyRoute('help', () => import('./routes/help'))`)).toBe(
    `${before}lazyRoute('help', () => import(/* webpackChunkName: "route-help" */ './routes/help'))`,
  );
});

test('names the chunk of a call with type arguments between backticks', () => {
  const code =
    "const tick = /`/;\nlazyRoute<A>('help', () => import('./routes/help'));\nconst t = `x`;";
  expect(nameChunks(code)).toContain('webpackChunkName: "route-help"');
});

test.each([
  ['a template', 'const glob = `/**`;'],
  ['a nested template', 'const glob = `a $' + '{b ? `/*` : ""}`;'],
  ['a regular expression', 'const end = /\\/*$/;'],
  ['a slash in a regular expression', 'const start = /^\\w+:\\//;'],
  ['a class of a regular expression', 'const any = /[/*]/;'],
  ['a repeated class', 'const path = name.replace(/[/]*/g, "");'],
  ['a returned regular expression', 'const get = () => { return /[\\]/*]+/ };'],
  ['two slashes in a class', 'const address = /[//]/, '],
])('finds no comment in %s', (_, before) => {
  const code = `${before}lazyRoute('help', () => import('./routes/help')) /* end */`;
  expect(nameChunks(code)).toContain('webpackChunkName: "route-help"');
});

test('names the line of a call that it cannot read', () => {
  expect(() => nameChunks("/* a\n */\nlazyRoute(id, () => import('./routes/help'))")).toThrow(
    /^line 3: lazyRoute and lazySlot need a literal id/,
  );
});

test.each([
  ["import { defineRemote, lazyRoute } from '@carry/remote-kit';", true],
  ["import kit, { lazySlot } from './kit';", true],
  ["import * as kit from '@carry/remote-kit';\nkit.lazyRoute('help', load);", true],
  ["import { defineRemote } from '@carry/remote-kit';", false],
  ['export function lazyRoute(id, load) {}', false],
])('reads a file with %s: %s', (code, expected) => {
  expect(hasLazyParts(code)).toBe(expected);
});

test('reads a long file of slashes at once', () => {
  const start = performance.now();
  for (const unit of ['=/', '=/[', '= /a', '/', '=/a/b']) nameChunks(unit.repeat(5000));
  expect(performance.now() - start).toBeLessThan(1000);
});

test('reads a long file without lazy parts at once', () => {
  const start = performance.now();
  expect(hasLazyParts('import a {'.repeat(10_000))).toBe(false);
  expect(performance.now() - start).toBeLessThan(100);
});

test('names the chunk of a lazy slot after it', () => {
  expect(nameChunks("lazySlot('rating', () => import('./slots/rating'))")).toBe(
    "lazySlot('rating', () => import(/* webpackChunkName: \"slot-rating\" */ './slots/rating'))",
  );
  expect(nameChunks("lazySlot<typeof flags>('rating', () => import('./slots/rating'))")).toContain(
    'slot-rating',
  );
  expect(() => nameChunks("lazySlot(name, () => import('./slots/rating'))")).toThrow(
    'need a literal id',
  );
});
