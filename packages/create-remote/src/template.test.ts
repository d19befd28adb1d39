import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesOf } from './template';

const template = path.join(import.meta.dirname, '../template');
const words = {
  name: 'mf-team-pages',
  path: '/teams',
  site: 'https://carry.example',
  releases: 'https://releases.example',
};

test('every word of the template is filled in, and those of the workflow are left to it', () => {
  const files = filesOf(template, ['remote', 'repository'], words);
  const text = Object.values(files).join('\n');
  expect(text).not.toMatch(/(?<!\$)\{\{\w+\}\}/);
  expect(text).toContain('Team pages');
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['src/routes/team-pages.test.tsx', 'journeys/team-pages.spec.ts']),
  );
  expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
    name: 'mf-team-pages',
    carry: { site: words.site, releases: words.releases },
  });
  const { jobs } = parse(files['.github/workflows/release.yml'] ?? '') as {
    jobs: { release: { steps: { name?: string; run?: string; if?: string }[] } };
  };
  const { scripts } = JSON.parse(files['package.json'] ?? '') as { scripts: object };
  const named = jobs.release.steps.flatMap(({ run = '' }) =>
    [...run.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name = '']) => name),
  );
  expect([...new Set(named)].sort()).toEqual(['check', 'publish', 'smoke']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  expect(jobs.release.steps.map(({ name }) => name).filter(Boolean)).toEqual([
    'preview',
    'canary',
    'live',
    'smoke',
  ]);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-create-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const addresses = ['--site', words.site, '--releases', words.releases];
const create = (...args: string[]) =>
  execFileSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), path.join(import.meta.dirname, 'main.ts'), ...args],
    { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
  );

test.each([
  [['help', '--path', '/help', ...addresses], /a remote is called mf-/],
  [['mf-help', '--path', '/../etc', ...addresses], /--path must be a path/],
  [['mf-help', '--path', '/help', '--site', 'javascript:0'], /--site must be an address/],
  [['mf-help', '--path', '/help', '--site', words.site], /--releases must be an address/],
  [['mf-help', '--nonsense'], /nonsense/],
])('%j is refused in words', (args, why) => {
  expect(() => create(...args)).toThrow(why);
});
