import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fillTemplate } from './template';

const template = path.join(import.meta.dirname, '../template');
const options = {
  name: 'mf-team-pages',
  path: '/teams',
  site: 'https://carry.example',
  releases: 'https://releases.example',
};

test('fills every placeholder and keeps the expressions of the workflow', () => {
  const files = fillTemplate(template, ['remote', 'repository'], options);
  const text = Object.values(files).join('\n');
  expect(text).not.toMatch(/(?<!\$)\{\{\w+\}\}/);
  expect(text).toContain('Team pages');
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['src/routes/team-pages.test.tsx', 'journeys/team-pages.spec.ts']),
  );
  expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
    name: 'mf-team-pages',
    carry: { site: options.site, releases: options.releases },
  });
  const { jobs } = parse(files['.github/workflows/release.yml'] ?? '') as {
    jobs: { release: { steps: { name?: string; run?: string; if?: string }[] } };
  };
  const { scripts } = JSON.parse(files['package.json'] ?? '') as { scripts: object };
  const commands = jobs.release.steps.flatMap(({ run = '' }) =>
    [...run.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name = '']) => name),
  );
  expect([...new Set(commands)].sort()).toEqual(['check', 'publish', 'smoke']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
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

const addresses = ['--site', options.site, '--releases', options.releases];
const create = (...args: string[]) =>
  execFileSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), path.join(import.meta.dirname, 'main.ts'), ...args],
    { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
  );

test.each([
  [['help', '--path', '/help', ...addresses], /'help' is invalid for argument 'name'. Use mf-/],
  [['mf-help', '--path', '/../etc', ...addresses], /'--path <\/path>' .* must be a path/],
  [['mf-help', '--path', '/help', '--site', 'javascript:0'], /'--site <url>' .* must be a URL/],
  [['mf-help', '--path', '/help', '--site', options.site], /'--releases <url>' not specified/],
  [['mf-help', '--nonsense'], /nonsense/],
])('rejects %j', (args, why) => {
  expect(() => create(...args)).toThrow(why);
});
