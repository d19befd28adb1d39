// Started by bundled.mjs: bundles a program into a folder, with a list of the hashes of its inputs.
import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Loader, type Plugin } from 'esbuild';
import { root } from '../repository/workspace';

/** External: large, native, or opened by path. Most commands never load them. */
const EXTERNAL =
  /^(playwright|esbuild|publint|pg-native|@aws-sdk|@electric-sql|@module-federation|@node-rs|@resvg|@rsbuild|sharp)($|\/)/;
const DAY_MS = 24 * 60 * 60 * 1000;

const computeHash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const [program = '', folder = ''] = process.argv.slice(2);

const externalByPath: Plugin = {
  name: 'external-by-path',
  setup({ onResolve, resolve }) {
    onResolve({ filter: EXTERNAL }, async ({ path: name, pluginData, ...options }) => {
      if (pluginData === externalByPath) return null;
      const { path: file, errors } = await resolve(name, {
        ...options,
        pluginData: externalByPath,
      });
      return { path: errors.length > 0 ? name : pathToFileURL(file).href, external: true };
    });
  },
};

/** Names for `import.meta.url`, `dirname` and `filename`; `define` leaves strings alone. */
const META = {
  'import.meta.url': '__source_url',
  'import.meta.dirname': '__source_dirname',
  'import.meta.filename': '__source_filename',
};

const LOADERS: Record<string, Loader> = { '.ts': 'ts', '.mts': 'ts', '.tsx': 'tsx', '.jsx': 'jsx' };

const sourcePaths: Plugin = {
  name: 'source-paths',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]sx?$/ }, ({ path: file }) => {
      const contents = readFileSync(file, 'utf8');
      const values = [pathToFileURL(file).href, path.dirname(file), file];
      const names = Object.values(META).map(
        (name, at) => `${name} = ${JSON.stringify(values[at])}`,
      );
      const used = contents.includes('import.meta.') ? `var ${names.join(', ')}; ` : '';
      return { contents: used + contents, loader: LOADERS[path.extname(file)] ?? 'js' };
    });
  },
};

for (const old of readdirSync(folder)) {
  const bundle = path.join(folder, old);
  // keep recent bundles: a running command may still load chunks
  if (statSync(bundle).mtimeMs < Date.now() - DAY_MS) rmSync(bundle, { recursive: true });
}
const outdir = mkdtempSync(path.join(folder, 'bundle-'));
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [program],
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  target: 'node20.19',
  keepNames: true, // error handling compares class names
  sourcemap: true,
  metafile: true,
  plugins: [externalByPath, sourcePaths],
  define: META,
  // bundled CommonJS modules require Node's modules
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  logLevel: 'error',
});
const sources = Object.keys(metafile.inputs).filter((file) => !file.includes('node_modules/'));
const PACKAGE = /^((packages|services|tools)\/)?[^/]+/;
const manifests = new Set(
  sources.map((file) => path.join(PACKAGE.exec(file)?.[0] ?? '', 'package.json')),
);
const files = [
  'pnpm-lock.yaml',
  'tools/workspace/processes/bundle-program.ts',
  ...manifests,
  ...sources,
];
const inputs = Object.fromEntries(
  files.map((file) => path.join(root, file)).map((file) => [file, computeHash(file)]),
);
const list = path.join(outdir, 'inputs.json');
writeFileSync(
  list,
  JSON.stringify({ bundle: path.join(outdir, `${path.basename(program, '.ts')}.mjs`), inputs }),
);
renameSync(list, path.join(folder, 'inputs.json'));
