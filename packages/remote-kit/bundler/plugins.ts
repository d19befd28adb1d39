import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { BuildManifest } from '@carry/contracts/release';
import { type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core';
import { readBuildFacts } from './facts';

export { sortedIntegrityPlugin } from './sorted-integrity';

/** Fails a build that could not be published: exceeded budgets, or styles, scripts and storage outside the remote's scope. */
export const scopingPlugin = (name: string, isPacked = false): RsbuildPlugin => ({
  name: 'carry:scoping',
  pre: ['carry:build-manifest', 'carry:source-maps'],
  setup(api) {
    const { carryChecksLater } = globalThis as { carryChecksLater?: boolean };
    if (carryChecksLater) return; // publishing runs them, too
    api.onAfterBuild(async ({ stats }) => {
      const { distPath } = api.context;
      // the compiler has printed its errors, and the folder is of an earlier build
      if (!stats || stats.hasErrors() || !existsSync(path.join(distPath, 'web'))) return;
      for (const place of await checkFolder(name, distPath, isPacked))
        api.logger.warn(`${place}; the page's CSP blocks it if your code runs it`);
    });
  },
});

/** Returns notes on a built folder. Throws a refusal without its stack, which names files that the team does not have. */
async function checkFolder(name: string, dist: string, isPacked: boolean): Promise<string[]> {
  const { checkFolderBudgets, checkFolderScoping } = await import('@carry/releases/checks');
  try {
    await checkFolderBudgets(dist);
    return (await checkFolderScoping(name, dist, isPacked)).notes;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReleaseRefused') error.stack = error.message;
    throw error;
  }
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const require = createRequire(import.meta.url);

/** Writes `dist/build.json`: the files of each route and facts from the module graph. */
export const buildManifestPlugin = (
  name: string,
  root: string,
  shared: Record<string, string>,
): RsbuildPlugin => ({
  name: 'carry:build-manifest',
  setup(api) {
    const facts: Partial<BuildManifest['facts']> = {};
    let files: Pick<BuildManifest, 'entry' | 'expose' | 'routes' | 'slots'> | undefined;
    api.onAfterEnvironmentCompile(({ stats, environment }) => {
      if (
        !stats ||
        !('compilation' in stats) ||
        stats.hasErrors() ||
        environment.name === 'standalone'
      )
        return;
      facts[environment.name === 'web' ? 'web' : 'server'] = readBuildFacts(
        stats.compilation,
        Object.keys(shared),
      );
      if (environment.name === 'web') files = listFiles(name, stats);
    });
    api.onAfterBuild(() => {
      rmSync(path.join(root, 'dist/web/mf-stats.json'), { force: true }); // tools read the manifest
      const {
        version,
        budgets = {},
        carry,
      } = require(path.join(root, 'package.json')) as Pick<BuildManifest, 'version' | 'budgets'> & {
        carry?: Pick<BuildManifest, 'publicTokens'>;
      };
      const { web, server } = facts;
      if (!files || !web || !server) return;
      const manifest: BuildManifest = {
        name,
        version,
        budgets,
        ...files,
        shared,
        facts: { web, server },
        ...(carry?.publicTokens && { publicTokens: carry.publicTokens }),
      };
      writeFileSync(path.join(root, 'dist/build.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    });
  },
});

function listFiles(
  name: string,
  stats: Rspack.Stats,
): Pick<BuildManifest, 'entry' | 'expose' | 'routes' | 'slots'> {
  const groups =
    stats.toJson({ all: false, chunkGroups: true, entrypoints: true }).namedChunkGroups ?? {};
  const getAssets = (group: string) =>
    (groups[group]?.assets ?? []).map((asset) => `web/${asset.name}`);
  const getAll = (prefix: string) =>
    Object.fromEntries(
      Object.keys(groups)
        .filter((group) => group.startsWith(prefix))
        .map((group) => [group.slice(prefix.length), getAssets(group)]),
    );
  return {
    entry: getAssets(name.replaceAll('-', '_')).find((file) => file.includes('remoteEntry')) ?? '',
    expose: getAssets('__federation_expose_remote'),
    routes: getAll('route-'),
    slots: getAll('slot-'),
  };
}

/** Makes V8 compile all functions on a background thread during download (explicit compile hints). Other engines ignore the comment. */
export const compiledAhead = (): Rspack.RspackPluginInstance =>
  new rspack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /\.js$/,
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1, // after the minifier, which removes comments
  });

/** Selects the Markdown parser's build without innerHTML, which Trusted Types reject. */
export const decodeByTable = (): Rspack.RspackPluginInstance =>
  new rspack.NormalModuleReplacementPlugin(/^decode-named-character-reference$/, (data) => {
    data.request = createRequire(path.join(data.context, 'index.js')).resolve(data.request);
  });

/** Stub of the federation runtime for workers: the plugin starts it in each entry. Every member is the stub itself. */
const WORKER_RUNTIME =
  'self._FEDERATION_RUNTIME_CORE=(function(){let s=new Proxy(function(){},{get:(t,k)=>k==="then"?void 0:s,set:()=>!0,apply:()=>s,construct:()=>s});return s})();';

export const workersWithoutFederation = (container: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.compilation.tap('carry:workers', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'carry:workers', stage }, () => {
        const workers = [...compilation.chunks].filter(
          (chunk) => chunk.hasRuntime() && chunk.name !== container,
        );
        for (const file of workers.flatMap(({ files }) => [...files]))
          if (file.endsWith('.js'))
            compilation.updateAsset(
              file,
              (source) => new rspack.sources.ConcatSource(WORKER_RUNTIME, source),
            );
      });
    });
  },
});

export const compressedPlugin = (web = 'web'): RsbuildPlugin => ({
  name: 'carry:compressed',
  setup(api) {
    api.onAfterBuild(async () => {
      const folder = path.join(api.context.distPath, web);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /\.(js|css|svg|json|txt)$/.test(file),
      );
      const writes = files.map(async (file) => {
        const target = path.join(folder, file);
        const content = readFileSync(target);
        writeFileSync(`${target}.br`, await brotli(content));
        writeFileSync(`${target}.gz`, await gz(content, { level: 9 }));
      });
      await Promise.all(writes);
    });
  },
});
