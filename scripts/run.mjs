// The door of every root command: needs nothing but Node and npm, and installs the rest.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const [command, ...args] = process.argv.slice(2);
const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}`);
  process.exit(1);
}

const stamp = path.join(root, 'node_modules/.installed');
const wanted = createHash('sha256')
  .update(readFileSync(path.join(root, 'pnpm-lock.yaml')))
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error(`installing dependencies with ${packageManager} …`);
  const install = spawnSync(
    'npx',
    ['--yes', packageManager, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false'],
    {
      cwd: root,
      stdio: ['inherit', process.stderr, 'inherit'], // the standard output is the command's
    },
  );
  if (install.status !== 0) process.exit(install.status ?? 1);
  writeFileSync(stamp, wanted);
}

const tsx = pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href;
const child = spawn(
  process.execPath,
  ['--import', tsx, path.join(root, `scripts/${command}.ts`), ...args],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
// npm may go without telling us; then nobody is left to stop the services.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
