import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

/** Runs every `check:*` script of the root package.json; a check is added by adding a script. */
export function runChecks(): { name: string; passed: boolean }[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const env = {
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
  };
  return Object.entries(scripts)
    .filter(([name]) => name.startsWith('check:'))
    .map(([name, script]) => {
      const started = Date.now();
      const { status } = spawnSync(script, { cwd: root, env, stdio: 'inherit', shell: true });
      console.log(
        `${status === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
      );
      return { name, passed: status === 0 };
    });
}
