import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from 'workspace';

const cache = path.join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(path.join(cache, 'types-law-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the compiler's output for a file under a configuration of the workspace. */
function check(config: string, code: string): string {
  writeFileSync(path.join(folder, 'file.ts'), code);
  const project = {
    extends: path.join(root, config),
    compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true },
    references: [],
    include: [],
    files: ['file.ts'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  return spawnSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    .stdout;
}

test('a page has no Node APIs, the server has', { tags: ['@fault-laws'] }, () => {
  const node = ["Buffer.from('x')", 'process.env', 'setImmediate(() => {})', '__dirname'];
  const code = node
    .map((expression, index) => `export const value${index} = ${expression};`)
    .join('\n');
  expect(check('tsconfig.browser.json', code).match(/Cannot find name/g)).toHaveLength(node.length);
  expect(check('tsconfig.node.json', code)).toBe('');
});

test.each([
  [
    'a case fallthrough',
    'export function f(n: number) {\n  switch (n) {\n    case 1:\n      n++;\n    default:\n      n--;\n  }\n  return n;\n}',
    'TS7029',
  ],
  [
    'a parameter property',
    'export class Box {\n  constructor(readonly size: number) {}\n}',
    'TS1294',
  ],
  [
    'an undefined optional property',
    'export const box: { size?: number } = { size: undefined };',
    'TS2375',
  ],
  [
    'dot access to an index signature',
    'export const size = (boxes: Record<string, number>) => boxes.size;',
    'TS4111',
  ],
  [
    'an unchecked index access',
    'export const first = (words: string[]): string => words[0];',
    'TS2322',
  ],
])('rejects %s', (_, code, error) => {
  expect(check('tsconfig.browser.json', code)).toContain(error);
});
