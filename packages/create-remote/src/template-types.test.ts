import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillTemplate } from './template';

const home = path.join(import.meta.dirname, '..');
const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-types-'));
  const files = fillTemplate(path.join(home, 'template'), ['repository'], {
    name: 'mf-help',
    path: '/help',
  });
  mkdirSync(path.join(folder, 'src'));
  for (const file of ['tsconfig.json', 'src/css.d.ts'])
    writeFileSync(path.join(folder, file), files[file] ?? '');
  symlinkSync(path.join(home, 'node_modules'), path.join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the errors of a source file in a new repository. */
function compile(source: string): string {
  writeFileSync(path.join(folder, 'src/page.tsx'), source);
  try {
    return execFileSync(process.execPath, [compiler], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('types assets, stylesheets, portals and environment variables', () => {
  const source = `import { createPortal } from 'react-dom';
import './global.css';
import logo from './logo.svg';
import photo from './photo.png';
import styles from './page.module.css';
const place: string = import.meta.env['PUBLIC_MAP_' + 'KEY'];
export const page = (at: Element) =>
  createPortal(<img className={styles['logo']} src={logo + photo + place} alt="" />, at);
`;
  expect(compile(source)).toBe('');
  expect(compile(source.replace('logo + photo', '1 + photo.size'))).toContain('TS2339');
});
