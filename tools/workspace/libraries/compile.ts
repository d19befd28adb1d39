import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { root } from '../repository/workspace';
import { getProgram, isShipped, SHIPPED } from './libraries';

const SOURCE = /(?<!\.d)\.tsx?$/;
const RELATIVE = /(?<=\b(?:from|import)\s*\(?\s*(['"]))\.{1,2}(?:\/[^'"]*)?(?=\1)/g;

function withExtension(request: string, from: string): string | null {
  const target = path.resolve(from, request);
  const ending = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].find(
    (end) => (end || path.extname(request)) && existsSync(target + end),
  );
  if (ending === undefined) return null;
  const file = `${request}${ending}`.replace(SOURCE, '.js');
  return file.startsWith('.') ? file : `./${file}`;
}

/** Compiles file by file: relative imports stay imports and get an extension. */
const addExtensions: Plugin = {
  name: 'add-extensions',
  setup(compiler) {
    compiler.onResolve({ filter: /^\.{1,2}(\/|$)/ }, ({ path: request, resolveDir, kind }) => {
      const file = kind === 'entry-point' ? null : withExtension(request, resolveDir);
      return file === null ? undefined : { path: file, external: true };
    });
  },
};

/** Compiles a package into `dist` with the layout of its sources. Run `tsc -b` before, for the declarations. */
export async function compileLibrary(folder: string): Promise<void> {
  const home = path.join(root, folder);
  const dist = path.join(home, 'dist');
  rmSync(dist, { recursive: true, force: true });
  // only these folders: the console is built into another one meanwhile
  const files = SHIPPED.filter((part) => existsSync(path.join(home, part)))
    .flatMap((part) =>
      readdirSync(path.join(home, part), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(part, file.replaceAll(path.sep, '/')),
      ),
    )
    .filter((file) => isShipped(file) && path.extname(file));
  const sources = files.filter((file) => SOURCE.test(file));
  await build({
    absWorkingDir: home,
    entryPoints: sources.map((file) => `./${file}`),
    outbase: '.',
    outdir: 'dist',
    bundle: true,
    packages: 'external',
    plugins: [addExtensions],
    platform: 'neutral',
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    logLevel: 'error',
  });
  for (const file of files.filter((file) => !SOURCE.test(file)))
    cpSync(path.join(home, file), path.join(dist, file));
  for (const file of sources) writeDeclaration(folder, file);
}

function writeDeclaration(folder: string, file: string): void {
  const program = getProgram(`${folder}/${file}`);
  const declared = file.replace(SOURCE, '.d.ts');
  const source = path.join(root, 'node_modules/.cache/types', program, folder, declared);
  const from = path.dirname(path.join(root, folder, file));
  const text = readFileSync(source, 'utf8').replaceAll(
    RELATIVE,
    (request) => withExtension(request, from) ?? request, // comments can contain unresolvable paths
  );
  const target = path.join(root, folder, 'dist', declared);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
