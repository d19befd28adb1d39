import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from 'workspace';
// @ts-expect-error plain JavaScript, for run.mjs
import { bundleOf } from './bundled.mjs';

const tsx = pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href;
let copy: string;
let source: string;
const bundle = (): string | null => bundleOf('help', copy, tsx);

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
  mkdirSync(path.join(copy, 'tools/commands'), { recursive: true });
  writeFileSync(path.join(copy, 'tools/commands/bundle-command.ts'), bundler);
  source = path.join(copy, 'source.ts');
  writeFileSync(source, 'one');
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

test('rebuilds a bundle only after a change', () => {
  const first = bundle() ?? '';
  expect(readFileSync(first, 'utf8')).toBe('one');
  expect(bundle()).toBe(first);
  writeFileSync(source, 'two');
  expect(readFileSync(bundle() ?? '', 'utf8')).toBe('two');
});

test('returns no stale bundle after a failed build', () => {
  expect(bundle()).not.toBeNull();
  writeFileSync(source, 'broken');
  expect(bundle()).toBeNull();
});

test('invalidates a bundle after an input is deleted', () => {
  bundle();
  rmSync(source);
  expect(bundle()).toBeNull();
});
