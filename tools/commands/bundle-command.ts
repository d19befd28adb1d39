// Started by bundled.mjs: makes the bundle of a command in a folder, and the list of what it was made of.
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
import { build, type Plugin } from 'esbuild';
import { root } from 'workspace';

/** Loaded late or not at all by most commands, and large, native or opened by path. */
const LEFT_OUT =
  /^(playwright|esbuild|publint|pg-native|@aws-sdk|@electric-sql|@module-federation|@resvg|@rsbuild)($|\/)/;
const DAY_MS = 24 * 60 * 60 * 1000;

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const [command = '', folder = ''] = process.argv.slice(2);

/** Packages that are left out are asked for where they are installed. */
const leaveOut: Plugin = {
  name: 'leave-out',
  setup({ onResolve, resolve }) {
    onResolve({ filter: LEFT_OUT }, async ({ path: name, pluginData, ...where }) => {
      if (pluginData === leaveOut) return null;
      const { path: file, errors } = await resolve(name, { ...where, pluginData: leaveOut });
      return { path: errors.length > 0 ? name : pathToFileURL(file).href, external: true };
    });
  },
};

/** What a file of ours finds by where it lies, it finds from there. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?tsx?$/ }, ({ path: file }) => {
      const places: Record<string, string> = {
        url: pathToFileURL(file).href,
        dirname: path.dirname(file),
        filename: file,
      };
      const contents = readFileSync(file, 'utf8').replaceAll(
        /\bimport\.meta\.(url|dirname|filename)\b/g,
        (_, place: string) => JSON.stringify(places[place]),
      );
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

for (const old of readdirSync(folder)) {
  const place = path.join(folder, old);
  // a command that still runs loads the rest of its bundle late
  if (statSync(place).mtimeMs < Date.now() - DAY_MS) rmSync(place, { recursive: true });
}
const outdir = mkdtempSync(path.join(folder, 'bundle-'));
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [`tools/commands/${command}.ts`],
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  target: 'node20.19',
  keepNames: true, // errors are told by the names of their classes
  sourcemap: true,
  metafile: true,
  plugins: [leaveOut, keepPlaces],
  // What is CommonJS in the bundle asks for Node's own modules this way.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  logLevel: 'error',
});
const sources = Object.keys(metafile.inputs).filter((file) => !file.includes('node_modules/'));
const PACKAGE = /^((packages|services|tools)\/)?[^/]+/;
const rooms = new Set(
  sources.map((file) => path.join(PACKAGE.exec(file)?.[0] ?? '', 'package.json')),
);
const own = ['pnpm-lock.yaml', 'tools/commands/bundle-command.ts', ...rooms, ...sources];
const inputs = Object.fromEntries(
  own.map((file) => path.join(root, file)).map((file) => [file, hashOf(file)]),
);
const list = path.join(outdir, 'inputs.json');
writeFileSync(list, JSON.stringify({ bundle: path.join(outdir, `${command}.mjs`), inputs }));
renameSync(list, path.join(folder, 'inputs.json'));
