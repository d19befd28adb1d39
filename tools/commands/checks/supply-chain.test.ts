import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { parse } from 'yaml';

interface Lock {
  packages: Record<string, { resolution: Record<string, string>; requiresBuild?: boolean }>;
}
const read = (file: string) => parse(readFileSync(path.join(root, file), 'utf8'));
const { packages } = read('pnpm-lock.yaml') as Lock;
const settings = read('pnpm-workspace.yaml') as {
  catalog: Record<string, string>;
  onlyBuiltDependencies: string[];
  allowBuilds: Record<string, boolean>;
};

/** First versions without the security faults that their advisories list; `npm audit` needs a registry that answers it. */
const leastVersions: Record<string, string> = {
  'react-router': '7.18.0',
  hono: '4.10.3',
  nodemailer: '7.0.7',
  vite: '7.1.11',
};

const numbers = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10));
function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [numbers(version), numbers(least)];
  const index = have.findIndex((part, at) => part !== want[at]);
  return index === -1 || (have[index] ?? 0) > (want[index] ?? 0);
}

test('locks every package to a hash, from the registry', { tags: ['@fault-C14'] }, () => {
  const loose = Object.entries(packages).filter(
    ([, { resolution }]) =>
      !/^sha512-[\w+/]{86}==$/.test(resolution['integrity'] ?? '') ||
      Object.keys(resolution).some((key) => key !== 'integrity'),
  );
  expect(loose).toEqual([]);
});

test("lists each package's name and version for a bill of materials", {
  tags: ['@fault-C14'],
}, () => {
  const names = Object.keys(packages);
  expect(names.length).toBeGreaterThan(1000);
  expect(names.filter((name) => !/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/.test(name))).toEqual([]);
});

test('runs the install script of esbuild only', { tags: ['@fault-C14'] }, () => {
  expect(settings.onlyBuiltDependencies).toEqual(['esbuild']);
  expect(settings.allowBuilds).toEqual({ esbuild: true });
});

test('pins every package of ours, at a version without known vulnerabilities', {
  tags: ['@fault-C14'],
}, () => {
  const loose = Object.entries(settings.catalog).filter(
    ([name, version]) => !name.startsWith('@types/') && !/^(npm:\w+@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
  const old = Object.keys(packages).filter((entry) => {
    const [, name = '', version = ''] = /^(@?[^@]+)@([\d.]+)/.exec(entry) ?? [];
    const least = Object.hasOwn(leastVersions, name) ? leastVersions[name] : undefined;
    return least !== undefined && name in settings.catalog && !isAtLeast(version, least);
  });
  expect(old).toEqual([]);
});
