import { expect, test } from 'vitest';
import { nameChunks } from './name-chunks';

test('the import of a lazy route gets the name of its id', { tags: ['@fault-rooms'] }, () => {
  expect(nameChunks("lazyRoute('booking', () => import('./routes/booking'), shell)")).toBe(
    "lazyRoute('booking', () => import(/* webpackChunkName: \"route-booking\" */ './routes/booking'), shell)",
  );
});

test.each([
  [
    'another quote, another line',
    'lazyRoute(\n  "help",\n  () =>\n    import("./routes/help"),\n)',
  ],
  ['written small', "lazyRoute('help',()=>import('./routes/help'))"],
  ['with a comment of its own', "lazyRoute('help', () => import(/* later */ './routes/help'))"],
  [
    'with a forged name before ours',
    "lazyRoute('help', () => import(/* webpackChunkName: \"other\" */ './routes/help'))",
  ],
  [
    'beside another',
    "[lazyRoute('a', () => import('./a')), lazyRoute('help', () => import('./routes/help'))]",
  ],
])('%s', (_, code) => {
  expect(nameChunks(code)).toContain('/* webpackChunkName: "route-help" */');
});

test.each([
  [
    'an id that is not in place',
    "const id = 'help';\nlazyRoute(id, () => import('./routes/help'))",
  ],
  [
    'an import that is not in place',
    "const load = () => import('./routes/help');\nlazyRoute('help', load)",
  ],
  ['a function body', "lazyRoute('help', () => { return import('./routes/help'); })"],
])('%s is refused by the build', { tags: ['@fault-rooms'] }, (_, code) => {
  expect(() => nameChunks(code)).toThrow('lazyRoute is called with its id and its import in place');
});
