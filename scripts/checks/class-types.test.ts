import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { declarationOf, staleClassTypes } from './class-types';

const namesIn = (css: string) =>
  [...declarationOf(css).matchAll(/readonly (\w+)/g)].map(([, name]) => name);

test('the classes of a stylesheet are those of its selectors', () => {
  expect(
    namesIn(
      '.b:hover > .a[data-x=".no"], .b { width: .5rem; background: url(x.svg) }\n/* .gone */ @media print { .deep { content: ".no" } }',
    ),
  ).toEqual(['a', 'b', 'deep']);
});

test('a stylesheet whose classes changed is named until its types are written', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'class-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'page'));
  const file = path.join(folder, 'page/page.module.css');
  writeFileSync(file, '.a {}');
  expect(staleClassTypes(folder, false)).toEqual([file]);
  expect(staleClassTypes(folder, true)).toEqual([file]);
  expect(readFileSync(`${file}.d.ts`, 'utf8')).toContain('readonly a: string;');
  expect(staleClassTypes(folder, false)).toEqual([]);
  writeFileSync(file, '.a {} .b {}');
  expect(staleClassTypes(folder, false)).toEqual([file]);
});
