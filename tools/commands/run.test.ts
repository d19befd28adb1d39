import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const ours = Object.entries(scripts).flatMap(([script, line]) => {
  const command = /^node tools\/commands\/run\.mjs ([a-z-]+)/.exec(line)?.[1];
  return command ? [{ script, command }] : [];
});

test('has a script for the command that makes a remote', () => {
  expect(ours.map(({ command }) => command)).toContain('new-remote');
});

test.each(ours)('explains npm run $script', ({ command }) => {
  const run = path.join(root, 'tools/commands/run.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [run, command, '--help'], {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toMatch(/npm (run )?[a-z:]+|Usage|^new-remote mf-<name>/);
  expect(stdout + stderr).not.toMatch(/^ +at /m);
  expect(status).toBe(0);
});

test('explains each option of a root command', () => {
  const folder = path.join(root, 'tools/commands');
  const options = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(path.join(folder, file), 'utf8');
      return [...source.matchAll(/'?([a-z-]+)'?: \{ type: '(?:string|boolean)'/g)].map(
        ([, option = '']) => ({ file, source, option }),
      );
    });
  expect(options.length).toBeGreaterThan(6);
  for (const { file, source, option } of options)
    expect(source, `${file} --${option}`).toMatch(new RegExp(`^(//|  ).*--${option}\\b`, 'm'));
});

const askGenerator = (...args: string[]) => {
  const run = path.join(root, 'tools/commands/run.mjs');
  return spawnSync(process.execPath, [run, 'generate', ...args], { encoding: 'utf8' });
};
const generators = ['api', 'operations', 'budgets', 'pictures', 'migration', 'screens'];

test('describes each generator', () => {
  const { status, stdout } = askGenerator('--help');
  expect(status).toBe(0);
  for (const name of generators)
    expect(stdout).toMatch(new RegExp(`^  ${name} +\\w{3,}.*: \\S`, 'm'));
});

test.each(generators)('prints the usage of the generator %s', (name) => {
  const { status, stdout, stderr } = askGenerator(name, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^npm run generate -- ${name}.*\n\n\\w+.*: \\S`));
});

test('lists the generators if the name is none', () => {
  const { status, stderr } = askGenerator('constructor');
  expect([status, stderr]).toEqual([2, expect.stringContaining('  screens ')]);
});

test('passes arguments of a generator unchanged', { timeout: 30_000 }, () => {
  const name = "no  screen'; exit 7; $(echo";
  const { status, stderr } = askGenerator('screens', name);
  expect(stderr).toContain(`unknown screen ${name}; choose from`);
  expect(status).toBe(2);
});
