import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
const notInScripts = [{ script: 'new-remote', command: 'new-remote' }];

test.each([...ours, ...notInScripts])('explains npm run $script', ({ command }) => {
  const run = path.join(root, 'tools/commands/run.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [run, command, '--help'], {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toMatch(/npm (run )?[a-z:]+|Usage|^new-remote mf-<name>/);
  expect(stdout + stderr).not.toMatch(/^ +at /m);
  expect(status).toBe(0);
});
