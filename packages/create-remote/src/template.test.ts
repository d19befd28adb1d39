import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fillTemplate, nextSteps } from './template';

const template = path.join(import.meta.dirname, '../template');
const options = {
  name: 'mf-team-pages',
  path: '/teams',
  site: 'https://carry.example',
  releases: 'https://releases.example',
};

test('fills every placeholder', () => {
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
});

interface Step {
  uses?: string;
  run?: string;
}

test('runs one recipe in every pipeline', () => {
  const files = fillTemplate(template, ['remote', 'repository'], options);
  const read = <T>(file: string) => parse(files[file] ?? '') as T;
  const { jobs } = read<{ jobs: Record<string, { steps: Step[] }> }>(
    '.github/workflows/release.yml',
  );
  expect(jobs['release']?.steps.map(({ uses }) => uses)).toContain('./.github/actions/release');
  const action = read<{ runs: { using: string; steps: Step[] } }>(
    '.github/actions/release/action.yml',
  );
  expect(action.runs.using).toBe('composite');
  const { '.release': base, ...gitlab } =
    read<Record<string, { script: string | string[]; resource_group?: string }>>('.gitlab-ci.yml');
  const groups = Object.values(gitlab).map((job) => job.resource_group);
  expect(groups).toEqual(['preview-$CI_MERGE_REQUEST_IID', 'release', 'release']); // in their order
  expect(base).toMatchObject({ id_tokens: { CARRY_OIDC_TOKEN: { aud: options.releases } } });
  const recipes = [
    ...action.runs.steps.flatMap(({ run = [] }) => run),
    ...Object.values(gitlab).map(({ script }) => [script].flat().join('\n')),
  ];
  expect(recipes.filter((recipe) => recipe.includes('sh release.sh '))).toHaveLength(4);
});

test('the recipe runs scripts of the repository', () => {
  const files = fillTemplate(template, ['remote', 'repository'], options);
  const { scripts } = JSON.parse(files['package.json'] ?? '') as { scripts: object };
  const commands = [...(files['release.sh'] ?? '').matchAll(/npm run (?:-s )?([\w-]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(commands).toEqual(['build', 'check', 'publish']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-create-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the recipe installs from a registry that requires a token', async () => {
  const requests: (string | undefined)[] = [];
  const registry = createServer(({ headers }, response) => {
    requests.push(headers.authorization);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/npm/`;
  const files = fillTemplate(template, ['remote', 'repository'], options);
  const tmp = path.join(folder, 'tmp');
  mkdirSync(tmp);
  for (const file of ['.npmrc', 'release.sh'])
    writeFileSync(path.join(folder, file), files[file] ?? '');
  // installs one package, like npm ci
  const script = `#!/bin/sh\nPATH=${process.env['PATH']}\n[ "$1" = ci ] || exec npm "$@"\nexec npm view @carry/ui version\n`;
  writeFileSync(path.join(folder, 'npm'), script, { mode: 0o755 });
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    HOME: folder,
    TMPDIR: tmp,
    CARRY_REGISTRY: address,
    CARRY_REGISTRY_TOKEN: 'a-token',
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_update_notifier: 'false',
  };
  const run = promisify(execFile)('sh', ['release.sh', 'live'], { cwd: folder, env });
  await expect(run).rejects.toThrow(/404/);
  registry.close();
  expect(requests).toEqual(['Bearer a-token']);
  expect(readdirSync(tmp)).toEqual([]);
});

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

test('names the variable that npm install needs', () => {
  expect(nextSteps('mf-help', {})).toContain(
    '  cd mf-help\n  export CARRY_REGISTRY=https://REGISTRY\n  npm install\n',
  );
  expect(nextSteps('mf-help', { CARRY_REGISTRY: 'https://registry.example' })).toContain(
    '  cd mf-help\n  npm install\n',
  );
});

test.each([[[]], [['preview']], [['previews', 'a']]])(
  'the recipe explains itself for %j',
  (args) => {
    const files = fillTemplate(template, ['repository'], options);
    writeFileSync(path.join(folder, 'release.sh'), files['release.sh'] ?? '');
    const { status, stderr } = spawnSync('sh', ['release.sh', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      2,
      'usage: sh release.sh preview NAME | canary PERCENT | live\n',
    ]);
  },
);

test('lets merge requests of ordinary branches sign', () => {
  const files = fillTemplate(template, ['repository'], options);
  expect(files['.gitlab-ci.yml']).toMatch(/RELEASES_KEY \(file, not protected/);
});
