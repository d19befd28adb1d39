import { expect, test } from 'vitest';
import { nameChunks } from './name-chunks';

const IMPORT = "import { lazyRoute, lazySlot } from '@carry/remote-kit'; ";

/** Returns the code after the import. */
const nameIn = (code: string, file?: string): string =>
  nameChunks(IMPORT + code, file).slice(IMPORT.length);

test('names the chunk of a lazy route after its id', { tags: ['@fault-rooms'] }, () => {
  expect(nameIn("lazyRoute('booking', () => import('./routes/booking'), shell)")).toBe(
    "lazyRoute('booking', () => import(/* webpackChunkName: \"route-booking\" */ './routes/booking'), shell)",
  );
});

test('names the chunk of a lazy slot after it', () => {
  expect(nameIn("lazySlot('rating', () => import('./slots/rating'))")).toBe(
    "lazySlot('rating', () => import(/* webpackChunkName: \"slot-rating\" */ './slots/rating'))",
  );
  expect(() => nameIn("lazySlot(name, () => import('./slots/rating'))")).toThrow(
    'need a literal id',
  );
});

test.each([
  [
    'double quotes and line breaks',
    'lazyRoute(\n  "help",\n  () =>\n    import("./routes/help"),\n)',
  ],
  ['a template', "lazyRoute(`help`, () => import('./routes/help'))"],
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
  ['a function body', "lazyRoute('help', () => { return import('./routes/help'); })"],
  ['a chosen export', "lazyRoute('help', () => import('./routes/help').then(({ a }) => a))"],
  [
    'several routes',
    "[lazyRoute('a', () => import('./a')), lazyRoute('help', () => import('./routes/help'))]",
  ],
])('names the chunk with %s', (_, code) => {
  expect(nameIn(code)).toContain('/* webpackChunkName: "route-help" */ ');
});

test.each([
  ['another name', "import { lazyRoute as lazy } from '@carry/remote-kit';\nlazy"],
  ['a module of the team', "import kit, { lazyRoute } from './kit';\nlazyRoute"],
  ['a namespace', "import * as kit from '@carry/remote-kit';\nkit.lazyRoute"],
])('names the chunk of a route imported by %s', (_, callee) => {
  expect(nameChunks(`${callee}('help', () => import('./routes/help'))`)).toContain(
    '/* webpackChunkName: "route-help" */ ',
  );
});

test.each([
  ['an id in a variable', "const id = 'help';\nlazyRoute(id, () => import('./routes/help'))"],
  [
    'a loader in a variable',
    "const load = () => import('./routes/help');\nlazyRoute('help', load)",
  ],
  ['a variable after type arguments', "lazyRoute<A>(id, () => import('./routes/help'))"],
  ['two imports', "lazyRoute('help', () => (a ? import('./a') : import('./b')))"],
])('rejects %s', { tags: ['@fault-rooms'] }, (_, code) => {
  expect(() => nameIn(code)).toThrow(
    'lazyRoute and lazySlot need a literal id and an inline import',
  );
});

test.each([
  ['comments', "// lazyRoute(id, load)\n/** lazySlot(name) */ const a = 'lazyRoute(id)';"],
  ['a function of the same name', 'function lazyRoute(id, load) {} lazyRoute(id, load);'],
  ['a method of the same name', "import { kit } from './kit'; kit.lazyRoute(id, load);"],
])('leaves %s alone', (_, code) => {
  expect(nameChunks(code)).toBe(code);
});

test.each([
  ['.ts', 'const a = <string>b;'],
  ['.tsx', 'const a = <p title={b} />;'],
  ['.jsx', 'const a = <p>it\'s {"`"} /* </p>;'],
  ['.js', 'const tick = /`/, any = /[/*]/;'],
])('reads the syntax of a %s file', (extension, before) => {
  const code = `${before} lazyRoute('help', () => import('./routes/help'))`;
  expect(nameIn(code, `remote${extension}`)).toContain('webpackChunkName: "route-help"');
});

test('names the line of a call that it cannot read', () => {
  expect(() => nameChunks(`${IMPORT}\n/* a */\nlazyRoute(id, () => import('./help'))`)).toThrow(
    /^line 3: lazyRoute and lazySlot need a literal id/,
  );
});
