import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from 'workspace';

/** Code that violates a rule. */
const cases: [rule: string, file: string, code: string][] = [
  [
    'lint/complexity/useMaxParams',
    'shell/server/add.ts',
    'export const add = (a: number, b: number, c: number, d: number) => a + b + c + d;',
  ],
  [
    'lint/complexity/useMaxParams',
    'mf-a/src/add.ts',
    'export const add = (a: number, b: number, c: number, d: number) => a + b + c + d;',
  ],
  [
    'lint/complexity/useMaxParams',
    'services/api/src/features/sums/add.ts',
    'export const add = (a: number, b: number, c: number, d: number) => a + b + c + d;',
  ],
  [
    'lint/complexity/useMaxParams',
    'services/dev-services/src/add.ts',
    'export const add = (a: number, b: number, c: number, d: number) => a + b + c + d;',
  ],
  [
    'lint/style/noRestrictedGlobals',
    'mf-a/src/storage.ts',
    "export const token = localStorage.getItem('access');",
  ],
  [
    'lint/style/noRestrictedGlobals',
    'mf-a/src/call.ts',
    "export const call = () => fetch('/api/me/');",
  ],
  [
    'lint/style/noRestrictedGlobals',
    'mf-a/src/environment.ts',
    'export const site = process.env.SITE_URL;',
  ],
  [
    'lint/nursery/noJsRestrictedProperties',
    'mf-a/src/window.ts',
    "export const token = window.localStorage.getItem('access');",
  ],
  [
    'lint/nursery/noJsRestrictedProperties',
    'mf-a/src/clock.ts',
    'export const today = () => Date.now();',
  ],
  ['plugin', 'mf-a/src/today.ts', 'export const today = () => new Date();'],
  [
    'lint/nursery/noJsRestrictedProperties',
    'mf-a/src/cookie.ts',
    'export const cookie = document.cookie;',
  ],
  [
    'lint/nursery/noJsRestrictedProperties',
    'mf-a/src/read-title.ts',
    'export const title = document.title;',
  ],
  [
    'plugin',
    'mf-a/src/set-cookie.ts',
    "export const mark = () => {\n  document.cookie = 'a=1';\n};",
  ],
  [
    'plugin',
    'mf-a/src/zone.ts',
    'export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;',
  ],
  [
    'plugin',
    'mf-a/src/copy.ts',
    "export const copy = () => navigator.clipboard.writeText('text');",
  ],
  ['plugin', 'mf-a/src/title.ts', "export const mark = () => {\n  document.title = 'Error';\n};"],
  [
    'plugin',
    'mf-a/src/widget.ts',
    'export const widget = (globalThis as { grecaptcha?: unknown }).grecaptcha;',
  ],
  [
    'plugin',
    'mf-a/src/frame.ts',
    'export const widget = (window as unknown as { grecaptcha?: unknown }).grecaptcha;',
  ],
  ['plugin', 'mf-a/src/named.ts', "export const widget = globalThis['grecaptcha' as never];"],
  ['plugin', 'mf-a/src/script.ts', "export const script = () => document.createElement('script');"],
  [
    'plugin',
    'mf-a/src/worker.ts',
    "export const worker = new URL('../../node_modules/altcha/dist/worker.js', import.meta.url);",
  ],
  ['plugin', 'mf-a/src/inside.ts', "export * from '../../node_modules/altcha/dist/lib.js';"],
  [
    'plugin',
    'mf-a/src/late.ts',
    "export const late = () => import('../node_modules/altcha/dist/lib.js');",
  ],
  [
    'lint/style/noRestrictedGlobals',
    'shared-ui/src/data.ts',
    "export const data = () => fetch('/x');",
  ],
  [
    'lint/style/noExcessiveLinesPerFile',
    'services/api/src/long.ts',
    Array.from({ length: 401 }, (_, n) => `export const n${n} = ${n};`).join('\n'),
  ],
  [
    'lint/complexity/noExcessiveLinesPerFunction',
    'services/api/src/long-function.ts',
    `export function long() {\n${'  work();\n'.repeat(61)}}\nfunction work() {}`,
  ],
  [
    'lint/complexity/noExcessiveCognitiveComplexity',
    'services/api/src/tangled.ts',
    `export function tangled(n: number) {\n${'  if (n > 1) if (n > 2) if (n > 3) return n;\n'.repeat(3)}  return 0;\n}`,
  ],
  [
    'lint/style/noRestrictedImports',
    'e2e/own.spec.ts',
    "import { test } from 'playwright/test';\n\ntest('unguarded', () => {});",
  ],
  [
    'lint/style/noRestrictedImports',
    'e2e/renamed.spec.ts',
    "import { test as base } from 'playwright/test';\n\nbase('unguarded', () => {});",
  ],
  [
    'plugin',
    'e2e/whole.spec.ts',
    "import * as runner from 'playwright/test';\n\nrunner.test('unguarded', () => {});",
  ],
  [
    'lint/suspicious/noConsole',
    'mf-a/src/debug.ts',
    "export const show = () => console.log('here');",
  ],
  [
    'lint/correctness/noEmptyPattern',
    'services/api/src/empty.ts',
    'export const work = ({}: { a?: number }) => 1;',
  ],
  [
    'lint/correctness/noComponentHookFactories',
    'mf-a/src/page/page.tsx',
    'export function make() {\n  function Page() {\n    return <p>x</p>;\n  }\n  return <Page />;\n}',
  ],
  ['lint/style/noDefaultExport', 'services/api/src/nameless.ts', 'export default 1;'],
  ['lint/style/useFilenamingConvention', 'services/api/src/CamelCase.ts', 'export const a = 1;'],
  [
    'lint/suspicious/noImportCycles',
    'services/api/src/one.ts',
    "import { two } from './two';\nexport const one = () => two;",
  ],
  [
    'lint/nursery/noFloatingPromises',
    'services/api/src/floating.ts',
    'const work = async () => 1;\nexport function start() {\n  work();\n}',
  ],
  [
    'lint/nursery/noMisusedPromises',
    'services/api/src/always.ts',
    'const ready = async () => true;\nexport const go = () => (ready() ? 1 : 2);',
  ],
  [
    'lint/a11y/useKeyWithClickEvents',
    'shared-ui/src/click.tsx',
    'export const Click = () => <li onClick={() => {}} />;',
  ],
  [
    'plugin',
    'shell/browser/html.ts',
    "export const show = (box: HTMLElement) => {\n  box.innerHTML = '<b>';\n};",
  ],
  [
    'plugin',
    'mf-a/src/latest.ts',
    'export function useLatest(text: string) {\n  const latest = useRef(text);\n  latest.current = text;\n  return latest;\n}',
  ],
  [
    'plugin',
    'mf-a/src/canada.ts',
    "export const day = (at: number) =>\n  new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC' }).format(at);",
  ],
  [
    'plugin',
    'mf-a/src/sweden.test.ts',
    "export const day = (at: Date) => at.toLocaleString('sv', { timeZone: 'UTC' });",
  ],
  [
    'plugin',
    'services/api/src/split.ts',
    "export const parts = (format: Intl.DateTimeFormat, at: Date) => format.format(at).split('/');",
  ],
  [
    'plugin',
    'e2e/parse.ts',
    "export const parsed = (at: Date) => new Date(at.toLocaleString('en-US', { timeZone: 'UTC' }));",
  ],
  [
    'plugin',
    'mf-a/src/key.ts',
    "export function group(at: Date) {\n  const key = formatDate(at, { dateStyle: 'short' });\n  return { [key]: at };\n}",
  ],
  [
    'plugin',
    'mf-a/src/member.ts',
    "export const day = (at: Date) => ({ key: formatDate(at, { dateStyle: 'short' }) });",
  ],
  [
    'plugin',
    'shell/universal/same.ts',
    'export const isSame = (a: Date, b: Date) => formatDate(a, {}) === formatDate(b, {});',
  ],
  [
    'plugin',
    'shell/universal/same-clock.ts',
    'export const isSame = (a: Clock | null, b: Clock | null, at: Date) =>\n  a?.format(at) === b?.format(at);',
  ],
  [
    'plugin',
    'mf-a/src/seen.ts',
    "export const seen = (days: Set<string>, at: Date) =>\n  days.has(getDateFormat({ timeZone: 'UTC' }).format(at));",
  ],
  ['plugin', 'services/api/src/money.ts', 'export const money = (n: number) => n.toFixed(2);'],
  ['plugin', 'shell/universal/day.ts', "export const day = Intl.DateTimeFormat('en');"],
  [
    'plugin',
    'packages/releases/src/count.ts',
    'export const count = (n: number) => n.toLocaleString();',
  ],
  ['plugin', 'mf-a/eager.ts', 'export const shared = { react: { eager: true } };'],
  ['plugin', 'mf-a/public-path.ts', "export const container = { getPublicPath: 'return 1' };"],
];

const folder = mkdtempSync(path.join(tmpdir(), 'carry-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(): { category: string; location: { path: string } }[] {
  mkdirSync(path.join(folder, 'tools/commands/checks'), { recursive: true });
  const laws = ['laws', 'remote-laws', 'format-laws'].map(
    (name) => `tools/commands/checks/${name}.grit`,
  );
  for (const file of ['biome.jsonc', ...laws])
    cpSync(path.join(root, file), path.join(folder, file));
  const files = [
    ...cases.map(([, file, code]) => [file, code] as const),
    [
      'services/api/src/two.ts',
      "import { one } from './one';\nexport const two = () => one;",
    ] as const,
  ];
  for (const [file, code] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${code}\n`);
  }
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(path.join(root, 'node_modules/.bin/biome'), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return (JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] })
    .diagnostics;
}

const diagnostics = lint();

test.each(cases)('%s rejects %s', { tags: ['@fault-11.15', '@fault-laws'] }, (rule, file) => {
  expect(
    diagnostics.filter(({ location }) => location.path === file).map(({ category }) => category),
  ).toContain(rule);
});

test('a disabled rule has a reason on the line before', () => {
  const lines = readFileSync(path.join(root, 'biome.jsonc'), 'utf8').split('\n');
  const off = lines.flatMap((line, n) => (/"(off|info)"/.test(line) ? [n] : []));
  expect(off.length).toBeGreaterThan(0);
  expect(off.filter((n) => !/^ *\/\/ .{20}/.test(lines[n - 1] ?? ''))).toEqual([]);
});
