import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkFolder, ownServes } from '@carry/releases';
import { root } from 'workspace';

/** Result of a remote that uses a library. */
export interface Outcome {
  refused?: string;
  /** True if the server renders the library's output. */
  server: boolean;
}

export const READY = 'ready';
export const REMOTE = 'mf-libraries';

const samples = path.join(import.meta.dirname, 'fixtures/libraries/samples');

/** Writes a remote with one route per sample. `modules`: folder of the installed libraries. */
export function writeRemote(folder: string, names: readonly string[], modules: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'src/routes'), { recursive: true });
  symlinkSync(modules, path.join(folder, 'node_modules'));
  const routes = names.map((name) => {
    const id = name.replaceAll(/\W/g, '-');
    cpSync(path.join(samples, `${name}.tsx`), path.join(folder, `src/samples/${id}.tsx`));
    writeFileSync(
      path.join(folder, `src/routes/${id}.ts`),
      `import { Sample } from '../samples/${id}';\n\nexport const route = () => ({ Component: Sample });\n`,
    );
    return `  { path: '/libraries/${id}', ...lazyRoute('${id}', () => import('./routes/${id}')) },\n`;
  });
  const files = {
    'package.json': JSON.stringify({
      name: REMOTE,
      version: '0.1.0',
      type: 'module',
      budgets: { '*': 1_000_000 },
    }),
    'rsbuild.config.ts': `import { remoteConfig } from '@carry/remote-kit/build';\n\nexport default remoteConfig('${REMOTE}', import.meta.dirname);\n`,
    'src/remote.ts': `import { defineRemote, lazyRoute } from '@carry/remote-kit';\n\nexport default defineRemote(() => [\n${routes.join('')}]);\n`,
    'src/standalone.tsx': `import { standalone } from '@carry/remote-kit/standalone';\nimport remote from './remote';\n\nstandalone(remote);\n`,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
}

/** Builds a remote and returns the output of a failed build. */
export function buildRemote(folder: string): Promise<string | undefined> {
  const rsbuild = path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js');
  const child = spawn(
    process.execPath,
    [rsbuild, 'build', '--log-level', 'error', '--environment', 'web', '--environment', 'node'],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', NO_COLOR: '1' },
    },
  );
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));
  return new Promise((resolve) =>
    child.once('exit', (code) => resolve(code === 0 ? undefined : printed.trim())),
  );
}

const owners = { [REMOTE]: { paths: ['/libraries'] } };

export async function tryLibrary(name: string, folder: string, modules: string): Promise<Outcome> {
  writeRemote(folder, [name], modules);
  const dist = path.join(folder, 'dist');
  const refused =
    (await buildRemote(folder)) ??
    (await checkFolder(dist, { live: [], serves: ownServes(), owners }).then(
      () => undefined,
      (error: Error) => error.message,
    ));
  return refused === undefined ? { server: false } : { refused, server: false };
}
