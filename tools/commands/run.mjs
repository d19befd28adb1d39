// Entry point of all root commands. Needs only Node and npm; installs the dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** Commands that run from a cached bundle, for a fast start. */
const BUNDLED = new Set(['releases']);
const WITH_HELP = new Set(['releases', 'operator', 'generate', 'new-remote']);
const [command, ...args] = process.argv.slice(2);
const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}`);
  process.exit(1);
}

if (args.includes('--help') && !WITH_HELP.has(command)) {
  const lines = readFileSync(path.join(root, `tools/commands/${command}.ts`), 'utf8').split('\n');
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  );
  console.log(comment.map((line) => line.replace('// ', '')).join('\n'));
  process.exit(0);
}

const stamp = path.join(root, 'node_modules/.installed');
const lockfileHash = createHash('sha256')
  .update(readFileSync(path.join(root, 'pnpm-lock.yaml')))
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfileHash) {
  console.error(`installing dependencies with ${packageManager} …`);
  const install = spawnSync(
    'npx',
    ['--yes', packageManager, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false'],
    {
      cwd: root,
      stdio: ['inherit', process.stderr, 'inherit'], // standard output belongs to the command
    },
  );
  if (install.status !== 0) process.exit(install.status ?? 1);
  writeFileSync(stamp, lockfileHash);
}

// not before the dependencies are installed
const { getBundle, loaderIn } = await import('workspace/bundled');
const bundle = BUNDLED.has(command) ? getBundle(`tools/commands/${command}.ts`, root) : null;
// npm can exit without a signal; stop the command then
const parent = process.ppid;
const onParentExit = (stop) => setInterval(() => process.ppid !== parent && stop(), 500).unref();
if (bundle) await runInProcess(bundle);
else runInChild();

async function runInProcess(program) {
  onParentExit(() => process.kill(process.pid, 'SIGTERM'));
  process.setSourceMapsEnabled(args.includes('--verbose'));
  process.chdir(root);
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}

function runInChild() {
  const program = ['--import', loaderIn(root), path.join(root, `tools/commands/${command}.ts`)];
  const child = spawn(process.execPath, [...program, ...args], { cwd: root, stdio: 'inherit' });
  onParentExit(() => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
