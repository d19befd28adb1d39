import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { root } from '../repository/workspace';
// @ts-expect-error plain JavaScript, for run.mjs
import { getBundle, loaderIn } from './bundled.mjs';

let copy: string;
let source: string;
const bundle = (): string | null => getBundle('help.ts', copy, loaderIn(root));

/** Fake bundler for a workspace of one file. */
const bundler = `
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
const folder: string = process.argv[3] ?? '';
const file = \`\${process.cwd()}/source.ts\`;
const text = readFileSync(file, 'utf8');
if (text === 'broken') throw new Error('invalid source');
const bundle = \`\${mkdtempSync(\`\${folder}/bundle-\`)}/help.mjs\`;
writeFileSync(bundle, text);
const inputs = { [file]: createHash('sha256').update(text).digest('hex') };
writeFileSync(\`\${folder}/inputs.json\`, JSON.stringify({ bundle, inputs }));
`;

beforeEach(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'carry-bundled-'));
  mkdirSync(path.join(copy, 'tools/workspace/processes'), { recursive: true });
  writeFileSync(path.join(copy, 'tools/workspace/processes/bundle-program.ts'), bundler);
  source = path.join(copy, 'source.ts');
  writeFileSync(source, 'one');
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => rmSync(copy, { recursive: true, force: true }));

test('rebuilds a bundle only after a change', () => {
  const first = bundle() ?? '';
  expect(readFileSync(first, 'utf8')).toBe('one');
  expect(bundle()).toBe(first);
  writeFileSync(source, 'two');
  expect(readFileSync(bundle() ?? '', 'utf8')).toBe('two');
});

test('reports a failed build and returns no stale bundle', () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  expect(bundle()).not.toBeNull();
  expect(printed).not.toHaveBeenCalled();
  writeFileSync(source, 'broken');
  expect(bundle()).toBeNull();
  expect(printed.mock.calls.join()).toContain('invalid source');
});

test('invalidates a bundle after an input is deleted', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  bundle();
  rmSync(source);
  expect(bundle()).toBeNull();
});

test.each([
  'tools/commands/releases.ts',
  'shell/server/main.ts',
  'services/api/src/app/main.ts',
  'services/dev-services/src/main.ts',
])('bundles %s', (program) => {
  expect(getBundle(program, root)).not.toBeNull();
});
