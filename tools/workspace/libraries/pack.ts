import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildConsole } from '../builds/build-console';
import { sourceHash } from '../builds/stamp';
import { runCommand } from '../processes/run-command';
import { root } from '../repository/workspace';
import { compileLibrary } from './compile';
import { libraries } from './libraries';

const folder = path.join(root, 'out/packages');
const stamp = path.join(folder, '.sources');

interface Manifest {
  name: string;
  version: string;
  packageManager?: string;
}
const readManifest = (name: string) =>
  JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8')) as Manifest;

const tarballs = (): Record<string, string> =>
  Object.fromEntries(
    libraries.map((library) => {
      const { name, version } = readManifest(library);
      const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
      return [name, path.join(folder, file)];
    }),
  );

const addConsole = () =>
  cpSync(
    path.join(root, 'packages/releases/console/dist'),
    path.join(root, 'packages/releases/dist/console/dist'),
    { recursive: true },
  );

/** Packs the published packages into `out/packages` if their sources changed. Returns the tarballs by package name. */
export async function packLibraries(): Promise<Record<string, string>> {
  const packed = tarballs();
  const hash = sourceHash([...libraries, 'tools/workspace/libraries']);
  const isPacked = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isPacked && Object.values(packed).every((file) => existsSync(file))) return packed;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  await runCommand(process.execPath, [compiler, '-b'], { title: 'tsc -b', cwd: root });
  await Promise.all([buildConsole(() => {}), ...libraries.map(compileLibrary)]);
  addConsole();
  const filters = Object.keys(packed).flatMap((name) => ['--filter', name]);
  const pnpm = ['--yes', readManifest('.').packageManager ?? 'pnpm', '-r', ...filters];
  await runCommand('npx', [...pnpm, 'pack', '--pack-destination', folder], {
    title: 'pnpm pack',
    cwd: root,
  });
  writeFileSync(stamp, hash);
  return packed;
}
