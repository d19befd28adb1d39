import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { printReport, reportProblem, summarize } from './api-report';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-api-'));
  write('types/packages/contracts/src/shell.d.ts', 'export declare const now: () => number;');
  write('types/packages/remote-kit/src/remote.d.ts', 'export declare const load: string;');
  write(
    'packages/contracts/package.json',
    JSON.stringify({
      exports: { './shell': './src/shell.ts', './package.json': './package.json' },
    }),
  );
  write('packages/remote-kit/package.json', JSON.stringify({ exports: { '.': './src/index.ts' } }));
  write('types/packages/remote-kit/src/index.d.ts', "export * from './remote';\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}
const report = () => printReport(folder, path.join(folder, 'types'));

test('accepts the report of the current types', () => {
  expect(report()).toContain(
    '## packages/contracts/src/shell\n\n```ts\nexport declare const now: () => number;',
  );
  expect(reportProblem(report(), report())).toBeNull();
});

test.each([
  [
    'a changed type',
    'types/packages/contracts/src/shell.d.ts',
    'export declare const now: string;',
  ],
  [
    'a new type',
    'types/packages/remote-kit/src/remote.d.ts',
    'export declare const load, save: string;',
  ],
])('rejects %s without a new report', (_, file, text) => {
  const committed = report();
  write(file, text);
  expect(reportProblem(committed, report())).toMatch(/run 'npm run generate -- api'/);
});

test('reports the members of a namespace', () => {
  write('types/packages/contracts/src/shell.d.ts', "export * as paths from './names';\n");
  write('types/packages/contracts/src/names.d.ts', 'export declare const home = "/";');
  expect(report()).toContain('## packages/contracts/src/names\n');
});

test('reports a new entry point and no internal file', () => {
  const committed = report();
  write('types/packages/contracts/src/internal.d.ts', 'export {};');
  expect(reportProblem(committed, report())).toBeNull();
  write(
    'packages/contracts/package.json',
    JSON.stringify({ exports: { './shell': './src/shell.ts', './more': './src/internal.ts' } }),
  );
  expect(reportProblem(committed, report())).toMatch(/the public types changed/);
  expect(reportProblem(null, committed)).toMatch(/the public types changed/);
});

test('names the file that was written', () => {
  expect(summarize(report(), false)).toMatch(/^\d+ files with public types$/);
  expect(summarize(report(), true)).toMatch(/^packages\/contracts\/API\.md is written: \d+ files/);
});
