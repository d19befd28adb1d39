// The door of every root command: needs nothing but Node and npm, and installs the rest.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleOf } from './bundled.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** Commands that people wait for, and that change seldom. */
const BUNDLED = new Set(['releases']);
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
const bundle = BUNDLED.has(command) ? bundleOf(command, root, tsx) : null;
// npm may go without telling us; then nobody is left to stop what we started.
const parent = process.ppid;
const whenAlone = (stop) => setInterval(() => process.ppid !== parent && stop(), 500).unref();
if (bundle) await runHere(bundle);
else runApart();

/** In this process: another one would only take the time of its start. */
async function runHere(program) {
  whenAlone(() => process.kill(process.pid, 'SIGTERM'));
  process.setSourceMapsEnabled(args.includes('--verbose'));
  process.chdir(root);
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}

function runApart() {
  const program = ['--import', tsx, path.join(root, `tools/commands/${command}.ts`)];
  const child = spawn(process.execPath, [...program, ...args], { cwd: root, stdio: 'inherit' });
  whenAlone(() => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
