// node tools/commands/run.mjs gallery: serves the component gallery of shared-ui with hot reload.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from 'workspace';

const child = spawn(
  process.execPath,
  [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'dev'],
  {
    cwd: path.join(root, 'shared-ui'),
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
