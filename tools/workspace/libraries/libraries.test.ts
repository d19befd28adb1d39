import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../repository/workspace';
import { lint } from './check';
import { libraries } from './libraries';
import { packLibraries } from './pack';

interface Manifest {
  name: string;
  exports: Record<string, string>;
  bin?: Record<string, string>;
  publishConfig: { exports: Record<string, string> };
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
const parse = (text: string) => JSON.parse(text) as Manifest;
const getSource = (folder: string) =>
  parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
const names = libraries.map((folder) => getSource(folder).name);

let packed: Record<string, string>;
beforeAll(async () => {
  packed = await packLibraries();
}, 180_000);

const tar = (args: string[]) =>
  execFileSync('tar', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const getFile = (name: string) => packed[name] ?? '';
const getManifest = (name: string) => parse(tar(['xzOf', getFile(name), 'package/package.json']));

test.each(libraries)('%s: publishes the exports of its sources', (folder) => {
  const { exports, publishConfig } = getSource(folder);
  const built = (file: string) =>
    file === './package.json' ? file : file.replace('./', './dist/').replace(/\.tsx?$/, '.js');
  const entries = Object.entries(exports).filter(([entry]) => !entry.startsWith('./testing'));
  expect(publishConfig.exports).toEqual(
    Object.fromEntries(entries.map(([entry, file]) => [entry, built(file)])),
  );
});

describe.each(names)('%s', (name) => {
  test('ships its README', () => {
    expect(tar(['tzf', getFile(name)])).toContain('package/README.md');
  });

  test('passes publint', async () => {
    expect(await lint(getFile(name))).toEqual([]);
  });

  test('passes arethetypeswrong', async () => {
    const result = await checkPackage(
      createPackageFromTarballData(new Uint8Array(readFileSync(getFile(name)))),
      { excludeEntrypoints: [/\.css$/] },
    );
    expect(result.types).toBeTruthy();
    const problems = 'problems' in result ? result.problems : [];
    // ES modules only; Node 20.19 can require() them
    const relevant = problems.filter(
      (problem) =>
        !('resolutionKind' in problem) ||
        !['node10', 'node16-cjs'].includes(problem.resolutionKind),
    );
    expect(relevant).toEqual([]);
  });

  test('relative imports resolve in Node', () => {
    const files = tar(['tzf', getFile(name)])
      .trim()
      .split('\n');
    const code = files.filter((file) => /^package\/dist\/.*\.m?js$/.test(file));
    const folder = mkdtempSync(path.join(tmpdir(), 'packed-'));
    tar(['xzf', getFile(name), '-C', folder]);
    const missing = code.flatMap((file) =>
      [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\bfrom ?["'](\.[^"']*)["']/g)]
        .map(([, request = '']) => path.posix.join(path.posix.dirname(file), request))
        .filter((target) => !files.includes(target)),
    );
    expect(missing).toEqual([]);
  });

  test('declares every import', () => {
    const { dependencies = {}, peerDependencies = {} } = getManifest(name);
    const needed = { ...dependencies, ...peerDependencies };
    expect(JSON.stringify(needed)).not.toMatch(/workspace:|catalog:/);
    const files = tar(['tzf', getFile(name)])
      .trim()
      .split('\n')
      .filter((file) => !file.startsWith('package/template/'));
    expect(files.some((file) => /\.test\.|\/test\/|(?<!\.d)\.tsx?$/.test(file))).toBe(false);
    const code = files.filter((file) => /\.(m?js|d\.ts)$/.test(file));
    const text = tar(['xzOf', getFile(name), ...code]);
    const imported = [
      ...text.matchAll(/^(?:import|export)\b[^'"\n;]*?from ?["']([a-z@][^"']*)["']/gm),
      ...text.matchAll(/\bimport\(["']([a-z@][^"']*)["']\)/g),
    ].map(([, request = '']) =>
      request
        .split('/')
        .slice(0, request[0] === '@' ? 2 : 1)
        .join('/'),
    );
    const foreign = imported.filter(
      (request) =>
        !request.startsWith('node:') &&
        !builtinModules.includes(request) &&
        request !== name &&
        !(request in needed) &&
        !(`@types/${request}` in needed), // type imports
    );
    expect([...new Set(foreign)]).toEqual([]);
    expect(imported.length).toBeGreaterThan(3);
  });
});

test('the releases CLI runs on plain Node', () => {
  expect(getManifest('@carry/releases').bin).toEqual({ releases: './dist/src/cli/bin.js' });
  expect(tar(['xzOf', getFile('@carry/releases'), 'package/dist/src/cli/bin.js'])).toMatch(
    /^#!\/usr\/bin\/env node\n/,
  );
  expect(Object.keys(getManifest('@carry/releases').dependencies ?? {})).not.toContain('tsx');
});

test.each(names.filter((name) => name !== '@carry/create-remote'))(
  '%s: React and the router are peer dependencies',
  (name) => {
    const { dependencies = {}, peerDependencies = {} } = getManifest(name);
    const once = (needed: object) =>
      Object.keys(needed).filter((key) => /^react(-dom|-router|-router-dom)?$/.test(key));
    expect(once(dependencies)).toEqual([]);
    expect(once(peerDependencies).length).toBeGreaterThan(0);
  },
);
